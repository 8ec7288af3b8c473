import WheelGeometry
import WheelModel

// What the former model calls otherwise: former-names.txt has its names. scripts/oracle puts them in the place of this file.
extension Panel {
    func isPending(_ control: Int) -> Bool { controls[control].isPending }
    func jumps(of control: Int) -> UInt32 { controls[control].jumps }
    func pendingUntil(of control: Int) -> Instant? { controls[control].pendingUntil }
}
