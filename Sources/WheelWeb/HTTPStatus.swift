package enum HTTPStatus: Int, Error {
    case switching = 101
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case wrongMethod = 405
    case tooLarge = 413
    case wrongHost = 421
    case wrongWebSocket = 426
    case headTooLong = 431
    case wrongVersion = 505

    package var phrase: String {
        switch self {
        case .switching: "Switching Protocols"
        case .ok: "OK"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .wrongMethod: "Method Not Allowed"
        case .tooLarge: "Content Too Large"
        case .wrongHost: "Misdirected Request"
        case .wrongWebSocket: "Upgrade Required"
        case .headTooLong: "Request Header Fields Too Large"
        case .wrongVersion: "HTTP Version Not Supported"
        }
    }

    /// An explanation for people, which follows the number and the phrase of the status.
    package var explanation: String {
        switch self {
        case .forbidden: "The page that asks belongs to another site."
        case .notFound: "There is no such page. The panel is at /, and its controls as a list are at /list."
        case .wrongHost: "This machine is not known by that name. 'names' in [web], or --name, gives it one."
        case .switching, .ok, .badRequest, .wrongMethod, .tooLarge, .wrongWebSocket, .headTooLong, .wrongVersion: ""
        }
    }
}
