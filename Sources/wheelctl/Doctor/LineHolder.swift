import WheelCore

/// The program or driver that uses a GPIO line. A program is found in /proc, a driver by the line's consumer label.
enum LineHolder: Equatable {
    case wheeld
    /// The deprecated interface in /sys/class/gpio.
    case sysfs
    case program(OpenFiles.Process)
    case driver(LineDriver)
    /// Another user's program, or a driver that is not in the list below.
    case unknown

    init(consumer: String?, process: OpenFiles.Process?) {
        if consumer == "wheeld" {
            self = .wheeld
        } else if let process {
            self = .program(process)
        } else if consumer == "sysfs" {
            self = .sysfs
        } else if let driver = consumer.flatMap({ LineDriver(consumer: $0) }) {
            self = .driver(driver)
        } else {
            self = .unknown
        }
    }
}

/// A driver of the kernel that uses lines because the device tree assigns them to it, usually through an overlay.
struct LineDriver: Equatable {
    var words: String
    /// The overlays and parameters that load the driver. A star at the end matches any further characters.
    var overlays: [String]
    /// A way to use wheeld together with the driver.
    var alternative: String?

    private struct Known {
        var starts: [String] = []
        var names: [String] = []
        var driver: LineDriver
    }

    /// Known drivers by consumer label. A driver sets this label to its device's name (`rotary@11`), the line's
    /// function (`dc`), or a label in the device tree (`KEY_POWER`).
    private static let known = [
        Known(
            starts: ["rotary"],
            driver: LineDriver(
                words: "the kernel's driver for rotary encoders", overlays: ["rotary-encoder"],
                alternative:
                    "or keep the driver, add relative_axis=1,linux_axis=7 to its line, and read REL_DIAL with type = \"evdev\""
            )),
        Known(
            starts: ["gpio-keys", "gpio_keys", "button@", "KEY_", "BTN_", "GPIO Key"], names: ["shutdown"],
            driver: LineDriver(
                words: "the kernel's driver for keys", overlays: ["gpio-key", "gpio-keys", "gpio-shutdown"],
                alternative: "or keep the driver, and read its keys with type = \"evdev\"")),
        Known(
            starts: ["ir-receiver", "gpio-ir"],
            driver: LineDriver(words: "the kernel's driver for infrared", overlays: ["gpio-ir*"])),
        Known(
            starts: ["onewire"],
            driver: LineDriver(words: "the kernel's driver for the 1-Wire bus", overlays: ["w1-gpio*"])),
        Known(
            starts: ["dht11"],
            driver: LineDriver(words: "the kernel's driver for humidity sensors", overlays: ["dht11"])),
        Known(
            starts: ["gpio-fan"], driver: LineDriver(words: "the kernel's driver for fans", overlays: ["gpio-fan"])),
        Known(
            starts: ["power_ctrl", "poweroff"],
            driver: LineDriver(words: "the kernel's driver for power-off", overlays: ["gpio-poweroff"])),
        Known(
            names: ["sda", "scl"],
            driver: LineDriver(words: "the kernel's driver for an I2C bus on any pins", overlays: ["i2c-gpio"])),
        Known(
            names: ["ACT", "PWR", "led0", "led1"],
            driver: LineDriver(
                words: "the kernel's driver for LEDs", overlays: ["act-led", "gpio-led", "act_led_gpio"])),
        Known(
            names: ["reset", "dc", "rs", "led", "backlight", "pendown"],
            driver: LineDriver(
                words: "a driver of a screen or touchscreen on the SPI bus",
                overlays: [
                    "mipi-dbi-spi", "fbtft", "ads7846", "piscreen*", "pitft*", "tinylcd*", "waveshare*", "tft*",
                    "mz61581", "adafruit*", "hy28*", "rpi-display", "itdb28*",
                ])),
    ]
}

extension LineDriver {
    /// The driver that uses this consumer label; `nil` if no known driver uses it.
    init?(consumer: String) {
        // The SPI bus sets labels such as "spi0 CS1".
        if consumer.hasPrefix("spi"), let bus = consumer.split(separator: " ").first, consumer.has(" CS") {
            self.init(
                words: "the SPI bus \(bus), as a chip select",
                overlays: ["\(bus)-*", bus == "spi0" ? "spi" : "\(bus)", "mipi-dbi-spi", "fbtft"])
            return
        }
        let known = Self.known.first {
            $0.names.contains(consumer) || $0.starts.contains(where: { consumer.hasPrefix($0) })
        }
        guard let known else { return nil }
        self = known.driver
    }
}
