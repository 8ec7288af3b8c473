import WheelCore
import WheelModel
import WheelWire

/// Answers the requests of a server's clients.
public protocol ServerDelegate: AnyObject {
    /// The first line for a client that has just connected.
    func hello(for client: Int) -> Hello

    /// Performs a request, and publishes the events that it causes before returning. `nil`: the answer is given later, by
    /// `Server.answer(client:_:)`; until then the client's other requests wait.
    func answer(_ request: Request, from client: Int) -> Result<Answer, RequestError>?

    /// A frame was sent, or dropped. The watch may have its next one.
    func frameWasSent(of watch: Int)

    /// A client has given up rights, with the operation `limit`.
    func rightsWereLimited(of client: Int)

    /// A client has disconnected.
    func clientLeft(_ client: Int)
}
