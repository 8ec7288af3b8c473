import WheelCanvas

/// The memory of a screen with one bit per pixel. The lowest bit of a byte is its leftmost pixel, as in the drivers of
/// small displays on little-endian machines.
struct BitMemory {
    private let base: UnsafeMutableRawPointer
    private let width: Int
    private let height: Int
    private let bytesPerRow: Int
    private let isWhite: Bool

    /// `isWhite` means that a set bit is white. The result is `nil` if the picture does not fit into the memory.
    init?(
        _ memory: UnsafeMutableRawBufferPointer, offset: Int, width: Int, height: Int, bytesPerRow: Int, isWhite: Bool
    ) {
        let rowBytes = (width + 7) / 8
        guard width > 0, height > 0, offset >= 0, bytesPerRow >= rowBytes, let base = memory.baseAddress,
            offset + (height - 1) * bytesPerRow + rowBytes <= memory.count
        else { return nil }
        self.base = base + offset
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.isWhite = isWhite
    }

    /// Writes a picture in XRGB8888. A byte is written only if it changes, since drivers send every written byte to the
    /// screen.
    func write(_ picture: PixelBuffer) {
        for y in 0..<height {
            let row = picture.pixel(0, y).assumingMemoryBound(to: UInt32.self)
            for index in 0..<(width + 7) / 8 {
                var byte: UInt8 = 0
                for bit in 0..<min(8, width - index * 8) where (row[index * 8 + bit] & 0x8000 != 0) == isWhite {
                    byte |= 1 << UInt8(bit)
                }
                let place = base + y * bytesPerRow + index
                if place.load(as: UInt8.self) != byte { place.storeBytes(of: byte, as: UInt8.self) }
            }
        }
    }
}
