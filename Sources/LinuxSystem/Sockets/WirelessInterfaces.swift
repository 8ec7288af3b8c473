internal import CLinux
internal import Glibc

public enum WirelessInterfaces {
    /// The interfaces that are connected and save power. Such an interface sleeps, and messages to it are delayed until
    /// the next beacon, often for 100 ms.
    ///
    /// The kernel's wireless extensions report power saving, with one ioctl per interface. A kernel without these
    /// extensions does not answer, nor does a driver for Wi-Fi 7, and the interface is left out. nl80211, which `iw`
    /// uses, would always answer, but needs two exchanges of messages.
    public static var savingPower: [String] {
        guard let number = try? system({ socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) })
        else {
            return []
        }
        let asked = Descriptor(owning: number)
        return ((try? Directory.names(in: "/sys/class/net")) ?? []).filter { name in
            NamedFile.firstLine("/sys/class/net/\(name)/operstate") == "up"
                && linux_saves_power(asked.number, name) == 1
        }
    }
}
