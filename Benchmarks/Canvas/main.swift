// Draws a scene many times and prints the cost of a frame, one line `MICROSECONDS PIXELS`: the median of the frames'
// times and the mean of the pixels written.
//
// usage: bench-canvas angle|wheel xrgb8888|rgb565 step|jump|full|layer|floor|fill FRAMES [PICTURE.png]
//   step    one detent on                      jump    forth and back over a wide range
//   full    the whole picture over its layer   layer   the layer anew, and the whole picture over it
//   floor   no drawing: a memcpy of the boxes that a step changes
//   fill    no drawing: a memset of the whole picture
import Glibc
import WheelCanvas

let arguments = CommandLine.arguments
let modes = ["step", "jump", "full", "layer", "floor", "fill"]
guard arguments.count >= 5, let frames = Int(arguments[4]), frames > 1, modes.contains(arguments[3]),
    let format = ["xrgb8888": PixelFormat.xrgb8888, "rgb565": .rgb565][arguments[2]]
else {
    print("usage: bench-canvas angle|wheel xrgb8888|rgb565 \(modes.joined(separator: "|")) FRAMES [PICTURE.png]")
    exit(2)
}

do throws(CanvasError) {
    let typeface = try Typeface()
    let bitmap: Bitmap
    if arguments[1] == "angle" {
        bitmap = measure(AngleScene(typeface: typeface))
    } else {
        bitmap = measure(WheelScene(typeface: typeface))
    }
    if arguments.count > 5 { try bitmap.pixels.writePNG(to: arguments[5]) }
} catch {
    print(error)
    exit(1)
}

func measure(_ scene: some BenchmarkScene) -> Bitmap {
    let (width, height, mode) = (800, 480, arguments[3])
    let canvas = Canvas(width: width, height: height)
    let bitmap = Bitmap(width: width, height: height, format: format)
    let screen = Bitmap(width: width, height: height, format: format)
    var (still, moving, damage) = (DisplayList(), DisplayList(), DamageRegion())
    scene.still(into: &still)
    canvas.setLayer(still, on: Colors.background)

    var times: [Double] = []
    times.reserveCapacity(frames)
    var pixels = 0
    for frame in 0..<frames {
        var start = now()
        if mode == "layer" {
            // A slightly different colour makes the canvas redraw everything.
            canvas.setLayer(still, on: Color(frame % 2 == 0 ? 0x101418 : 0x101419))
        }
        if mode == "full" || mode == "layer" { canvas.invalidate() }
        scene.moving(frame: frame, jumps: mode == "jump", into: &moving)
        canvas.draw(moving, into: bitmap.pixels, damage: &damage)
        if mode == "floor" {
            let boxes = damage.rectangles(atMost: 8)
            start = now()
            for box in boxes { copy(box, from: bitmap.pixels, to: screen.pixels) }
            if frame > 0 { pixels += boxes.reduce(0) { $0 + $1.pixelCount } }
        } else if mode == "fill" {
            start = now()
            memset(bitmap.pixels.base, CInt(frame & 0xFF), bitmap.pixels.bytesPerRow * height)
        } else if frame > 0 {
            pixels += damage.pixelCount
        }
        times.append(now() - start)
    }
    times.sort()
    print((times[frames / 2] * 100).rounded() / 100, pixels / (frames - 1))
    return bitmap
}

func copy(_ box: PixelRect, from source: PixelBuffer, to target: PixelBuffer) {
    for y in box.y..<box.y + box.height {
        let offset = y * source.bytesPerRow + box.x * source.format.bytesPerPixel
        memcpy(target.base + offset, source.base + offset, box.width * source.format.bytesPerPixel)
    }
}

/// In microseconds.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
