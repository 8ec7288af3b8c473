/// A file of the page, which is compiled into the program. A request can name only these files, and no file of this
/// machine.
package struct PageFile: Sendable {
    package let type: String
    private let content: StaticString

    package var count: Int { content.utf8CodeUnitCount }
    package var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: content.utf8Start, count: content.utf8CodeUnitCount)
    }

    package static func at(_ path: String) -> PageFile? { files[path] }

    /// The total number of bytes in all files.
    package static var totalCount: Int { files.values.reduce(0) { $0 + $1.count } }

    private static let files = [
        "/": PageFile(type: "text/html; charset=utf-8", content: PageContent.panelHTML),
        "/list": PageFile(type: "text/html; charset=utf-8", content: PageContent.listHTML),
        "/style.css": PageFile(type: "text/css; charset=utf-8", content: PageContent.styleCSS),
        "/panel.js": PageFile(type: "text/javascript; charset=utf-8", content: PageContent.panelJS),
        "/list.js": PageFile(type: "text/javascript; charset=utf-8", content: PageContent.listJS),
        "/link.js": PageFile(type: "text/javascript; charset=utf-8", content: PageContent.linkJS),
        "/manifest.json": PageFile(type: "application/manifest+json", content: PageContent.manifestJSON),
        "/icon.svg": PageFile(type: "image/svg+xml", content: PageContent.iconSVG),
    ]
}
