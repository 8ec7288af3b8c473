internal import CLinux
internal import Glibc

/// The Wi-Fi interfaces of this machine.
public enum WirelessInterfaces {
    /// Those that are connected and save power: they sleep, and what a peer sends waits for the next beacon, often for 100 ms.
    ///
    /// This asks by the kernel's wireless extensions, with one ioctl. A kernel without them, and a driver for Wi-Fi 7, do not
    /// answer: such an interface is left out. nl80211, by which `iw` asks, always knows, but takes two exchanges of messages.
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
