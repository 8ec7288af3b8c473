// Draws a scene of the instrument many times, each time one step further, and prints the cost of a frame, one line
// `MICROSECONDS PIXELS`: the median of the frames' times and the mean of the pixels written.
//
// usage: bench-scenes SCENE WHAT FRAMES [PICTURE.png]
//   WHAT   xrgb8888, rgb565   from the state to the pixels
//          list32, list16     from the list of shapes to the pixels, in 32 or 16 bits
//          full32, full16     the same, and each time the whole picture
//          record             prints the shapes instead, for Benchmarks/Cairo/replay.c
import Glibc
import WheelCanvas
import WheelCore
import WheelModel
import WheelScene

let arguments = CommandLine.arguments
let formats = [
    "xrgb8888": PixelFormat.xrgb8888, "rgb565": .rgb565, "list32": .xrgb8888, "list16": .rgb565, "full32": .xrgb8888,
    "full16": .rgb565, "record": .xrgb8888,
]
guard arguments.count >= 4, Subject.names.contains(arguments[1]), let format = formats[arguments[2]],
    let frames = Int(arguments[3]), frames > 1
else {
    print(
        "usage: bench-scenes \(Subject.names.joined(separator: "|")) \(formats.keys.sorted().joined(separator: "|")) FRAMES [PICTURE.png]"
    )
    exit(2)
}

do throws(CanvasError) {
    let show = Show(Subject(arguments[1]), try Typeface(), format)
    switch arguments[2] {
    case "record": show.record(frames)
    case "list32", "list16": show.measureLists(frames)
    case "full32", "full16": show.measureLists(frames, inFull: true)
    default: show.measure(frames)
    }
    if arguments.count > 4 { try show.bitmap.pixels.writePNG(to: arguments[4]) }
} catch {
    print(error)
    exit(1)
}
