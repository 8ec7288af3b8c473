extension StateDocument {
    /// Reads a file, or says why it is none of the daemon's. A part that cannot be understood is left out and told to
    /// `leftOut`, so that one damaged control does not cost the others their values.
    public init(
        reading file: UnsafeRawBufferPointer, leftOut: (String) -> Void = { _ in }
    ) throws(StateProblem) {
        let members: JSONObject
        do {
            members = try JSONParser.object(in: file)
        } catch {
            throw .damaged(error.message)
        }
        let version: Int
        do {
            version = try members.integer("version")
        } catch {
            throw .damaged(error.message)
        }
        guard version == Self.version else { throw .version(version) }
        self.init(members, leftOut: leftOut)
    }

    private init(_ members: JSONObject, leftOut: (String) -> Void) {
        members.tellUnknown(but: ["version", "controls", "inputs", "page"], leftOut)
        self.init()
        var names: Set<String> = []
        for (number, element) in members.elements("controls", leftOut).enumerated() {
            do throws(MemberProblem) {
                let control = try SavedControl(try element.object(), leftOut)
                guard names.insert(control.name).inserted else {
                    leftOut("control '\(control.name.clipped)' is there twice; the first counts")
                    continue
                }
                controls.append(control)
            } catch {
                leftOut("'controls', entry \(number + 1): \(error.message)")
            }
        }
        names.removeAll()
        for (number, element) in members.elements("inputs", leftOut).enumerated() {
            do throws(MemberProblem) {
                let input = try SavedInput(try element.object(), leftOut)
                guard names.insert(input.name).inserted else {
                    leftOut("input '\(input.name.clipped)' is there twice; the first counts")
                    continue
                }
                inputs.append(input)
            } catch {
                leftOut("'inputs', entry \(number + 1): \(error.message)")
            }
        }
        do throws(MemberProblem) { page = try members.optionalString("page") } catch { leftOut(error.message) }
    }
}

extension SavedControl {
    /// Without a name or a value there is nothing to be kept; anything else may be missing.
    fileprivate init(_ members: JSONObject, _ leftOut: (String) -> Void) throws(MemberProblem) {
        let name = try members.string("control")
        self.init(name: name, value: try members.controlValue("value"), speed: nil)
        func tell(_ problem: String) { leftOut("control '\(name.clipped)': \(problem)") }
        members.tellUnknown(but: ["control", "value", "speed", "cursor", "rotations"], tell)
        do throws(MemberProblem) { speed = try members.optionalString("speed") } catch { tell(error.message) }
        do throws(MemberProblem) { cursor = try members.optionalString("cursor") } catch { tell(error.message) }
        do throws(MemberProblem) { rotations = try members.optionalInteger("rotations") } catch { tell(error.message) }
    }
}

extension SavedInput {
    fileprivate init(_ members: JSONObject, _ leftOut: (String) -> Void) throws(MemberProblem) {
        let name = try members.string("input")
        self.init(name: name, focus: try members.string("focus"))
        members.tellUnknown(but: ["input", "focus"]) { leftOut("input '\(name.clipped)': \($0)") }
    }
}

extension JSONObject {
    /// The elements of an array that may be missing; one that is none is told.
    fileprivate func elements(_ name: String, _ leftOut: (String) -> Void) -> [JSONValue] {
        do throws(MemberProblem) {
            return try array(name)
        } catch {
            leftOut(error.message)
            return []
        }
    }

    fileprivate func tellUnknown(but known: Set<String>, _ leftOut: (String) -> Void) {
        for member in members where !known.contains(member.name) {
            leftOut(MemberProblem.unknown(member.name).message)
        }
    }
}

extension JSONValue {
    fileprivate func object() throws(MemberProblem) -> JSONObject {
        guard case .object(let object) = self else { throw .notAnObject }
        return object
    }
}
