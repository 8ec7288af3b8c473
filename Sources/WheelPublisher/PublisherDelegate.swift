import WheelModel
import WheelProtocol
import WheelSettings

/// Who knows the instrument that a publisher speaks of, and does what its clients ask for.
public protocol PublisherDelegate: AnyObject {
    /// How everything stands, for a client that has just connected.
    func hello(for client: Int) -> Hello

    /// Does what a client asks for, and publishes what comes of it before it returns. Nil: somebody else has to find
    /// the answer, and `Publisher.answer(client:_:)` gives it later; the client's other requests wait for it.
    func answer(_ request: Request, from client: Int) -> Result<Answer, RequestError>?

    /// A client has gone.
    func clientLeft(_ client: Int)
}
