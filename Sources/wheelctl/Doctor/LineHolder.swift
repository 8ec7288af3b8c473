/// What kind of thing has a GPIO line, by the name that the kernel knows for it.
enum LineHolder: Equatable {
    case wheeld
    /// The old interface in /sys/class/gpio.
    case sysfs
    case program(OpenFiles.Process)
    case driver(LineDriver)
    /// A program of somebody else, or a driver that is not known here.
    case somebody

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
            self = .somebody
        }
    }
}

/// A driver of the kernel that takes lines because the device tree says so, mostly by an overlay.
struct LineDriver: Equatable {
    /// In words: "the kernel's driver for rotary encoders".
    var words: String
    /// The overlays and parameters that bring it; a star stands for any end.
    var overlays: [String]
    /// How to get on with it instead.
    var alternative: String?

    private struct Known {
        var starts: [String] = []
        var names: [String] = []
        var driver: LineDriver
    }

    /// By what each driver calls the lines that it takes: its device's name (`rotary@11`), or the line's part
    /// (`dc`), or a name that the device tree gives (`KEY_POWER`).
    private static let known = [
        Known(
            starts: ["rotary"],
            driver: LineDriver(
                words: "the kernel's driver for rotary encoders", overlays: ["rotary-encoder"],
                alternative: "or keep it with relative_axis=1,linux_axis=7 and take its REL_DIAL: type = \"evdev\"")),
        Known(
            starts: ["gpio-keys", "gpio_keys", "button@", "KEY_", "BTN_", "GPIO Key"], names: ["shutdown"],
            driver: LineDriver(
                words: "the kernel's driver for keys", overlays: ["gpio-key", "gpio-keys", "gpio-shutdown"],
                alternative: "or keep it, and take its keys: type = \"evdev\"")),
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
            driver: LineDriver(words: "the kernel's driver for switching off", overlays: ["gpio-poweroff"])),
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

    init(words: String, overlays: [String], alternative: String? = nil) {
        self.words = words
        self.overlays = overlays
        self.alternative = alternative
    }

    init?(consumer: String) {
        // "spi0 CS1"
        if consumer.hasPrefix("spi"), let bus = consumer.split(separator: " ").first, consumer.contains(" CS") {
            self.init(
                words: "the SPI bus \(bus), as a chip select",
                overlays: ["\(bus)-*", bus == "spi0" ? "spi" : "\(bus)", "mipi-dbi-spi", "fbtft"])
            return
        }
        for known in Self.known {
            if known.names.contains(consumer) || known.starts.contains(where: { consumer.hasPrefix($0) }) {
                self = known.driver
                return
            }
        }
        return nil
    }
}
