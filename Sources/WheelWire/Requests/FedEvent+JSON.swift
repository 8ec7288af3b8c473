import WheelCore

/// The members of a `feed` that hold more than one value.
extension JSONObject {
    /// An array of objects, each with the members of a form.
    func requests(_ name: String, _ form: Form, of operation: Operation) throws(MemberProblem) -> [Request] {
        let objects = try objects(name)
        guard (1...FedEvent.mostEvents).contains(objects.count) else {
            throw .wrong(name, mustBe: "an array of 1 to \(FedEvent.mostEvents) objects")
        }
        var requests: [Request] = []
        requests.reserveCapacity(objects.count)
        for (index, object) in objects.enumerated() {
            do throws(MemberProblem) {
                requests.append(try Request(operation, form, object))
            } catch {
                throw .inside("\(name)[\(index)]", error.message)
            }
        }
        return requests
    }

    /// All contacts that are down.
    func contacts(_ name: String) throws(MemberProblem) -> [FedContact] {
        let objects = try objects(name)
        guard objects.count <= FedEvent.mostContacts else {
            throw .wrong(name, mustBe: "an array of at most \(FedEvent.mostContacts) objects")
        }
        var contacts: [FedContact] = []
        contacts.reserveCapacity(objects.count)
        for (index, object) in objects.enumerated() {
            do throws(MemberProblem) {
                let contact = try FedContact(object)
                guard !contacts.contains(where: { $0.id == contact.id }) else {
                    throw .wrong("id", mustBe: "another one than that of the contacts before")
                }
                contacts.append(contact)
            } catch {
                throw .inside("\(name)[\(index)]", error.message)
            }
        }
        return contacts
    }

    private func objects(_ name: String) throws(MemberProblem) -> [JSONObject] {
        var objects: [JSONObject] = []
        for element in try array(name) {
            guard case .object(let object) = element else { throw .wrong(name, mustBe: "an array of objects") }
            objects.append(object)
        }
        return objects
    }

    /// A width and a height.
    func size(_ name: String) throws(MemberProblem) -> Size {
        let limits = 1.0...100_000.0
        guard case .array(let elements) = try value(name), elements.count == 2,
            case .number(let width) = elements[0], case .number(let height) = elements[1],
            limits.contains(width), limits.contains(height)
        else { throw .wrong(name, mustBe: "[width, height], each from 1 to 100000") }
        return Size(width: width, height: height)
    }
}

extension FedContact {
    fileprivate init(_ object: JSONObject) throws(MemberProblem) {
        let id: Int = try object.read("id")
        guard (0...Int(Int32.max)).contains(id) else { throw .wrong("id", mustBe: "0 to \(Int32.max)") }
        self.init(id: id, position: Point(x: try object.coordinate("x"), y: try object.coordinate("y")))
    }

    func writeMembers(to line: inout LineBuffer) {
        line.key("id")
        line.integer(id)
        line.key("x")
        line.number(position.x)
        line.key("y")
        line.number(position.y)
    }
}

extension JSONObject {
    fileprivate func coordinate(_ name: String) throws(MemberProblem) -> Double {
        let coordinate: Double = try read(name)
        guard coordinate.magnitude <= 1_000_000 else { throw .wrong(name, mustBe: "-1000000 to 1000000") }
        return coordinate
    }
}

extension LineBuffer {
    mutating func array<Element>(of elements: [Element], _ writeMembers: (Element, inout LineBuffer) -> Void) {
        beginArray()
        for element in elements {
            separate()
            beginObject()
            writeMembers(element, &self)
            endObject()
        }
        endArray()
    }

    mutating func numbers(_ numbers: [Double]) {
        beginArray()
        for number in numbers {
            separate()
            self.number(number)
        }
        endArray()
    }
}
