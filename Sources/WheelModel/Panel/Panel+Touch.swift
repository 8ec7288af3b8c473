/// What fingers do.
extension Panel {
    mutating func wakeSurfaces(at time: Instant, into changes: inout ChangeList) {}
    mutating func askForWakeOfSurfaces() {}
}
