import WheelCore
import WheelModel
import WheelWire

/// Answers the requests of a server's clients.
public protocol ServerDelegate: AnyObject {
    /// Returns the first line for a client that has just connected.
    func hello(for client: Int) -> Hello

    /// Performs a request. The events that the request causes must be published before the call returns. `nil`: the
    /// answer is given later, by `Server.answer(client:_:)`. Until then the client's other requests wait.
    func answer(_ request: Request, from client: Int) -> Result<Answer, RequestError>?

    /// The frame of a watch or view was sent completely. The next frame may be sent.
    func frameWasSent(of watch: Int)

    /// A client has given up rights, with the operation `limit`.
    func rightsWereLimited(of client: Int)

    /// A client has disconnected.
    func clientLeft(_ client: Int)
}
