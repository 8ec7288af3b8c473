"""The command line and the configuration of wheel-mqtt, without a broker."""


from kit.bridge import CommandLine
from kit.cases import alone_case, expect


mqtt = CommandLine("wheel-mqtt")


@alone_case
def it_says_what_it_is(_):
    mqtt.expect_help("connects the controls of wheeld")


@alone_case
def a_wrong_command_line_is_refused(_):
    mqtt.expect_refusals(
        (["--host"], "--host needs an argument (see wheel-mqtt --help)"),
        (["--host", "a:x"], "--host takes HOST or HOST:PORT, not 'a:x'"),
        (["--tls=yes"], "unknown option '--tls=yes' (see wheel-mqtt --help)"),
        (["--port", "0"], "--port takes a port from 1 to 65535, not '0'"),
        (["--name", "a/#"], "--name takes one level of a topic, not 'a/#'"),
        (["--password-file", "/secret"], "--password-file needs --user, or 'user' in [mqtt]"),
    )


@alone_case
def a_sound_configuration_is_said_to_be_so(scratch):
    text = '[mqtt]\nhosts = ["a", "b:1884", "[::1]:1885"]\nuser = "u"\npassword_file = "/x"\ntls = true\nca = "/ca"\n'
    expect(mqtt.check(scratch, text), (0, "bridges.toml: ok\n"))


@alone_case
def each_mistake_has_its_place_and_a_hint(scratch):
    text = """[mqtt]
hots = ["a"]
port = 70000
name = "a/b"
prefix = "a//b"
password_file = "secret"
ca = "/ca"
cert = "/cert"
queue = 0
"""
    expect(
        mqtt.check(scratch, text),
        (
            78,
            """bridges.toml:1:1: 'cert' and 'key' belong together
bridges.toml:2:1: unknown key 'hots' (did you mean 'hosts'?)
bridges.toml:3:8: 'port' must be 1…65535, not 70000
bridges.toml:4:8: 'name' cannot have '/', '+', '#' or spaces, or begin with '$'
bridges.toml:5:10: 'prefix' must be levels of a topic with '/' between them, without '+', '#', spaces or '$' in front
bridges.toml:6:17: 'password_file' must be an absolute path, as "/etc/wheeld/mqtt-password", not 'secret'
bridges.toml:7:6: 'ca' needs 'tls = true'
bridges.toml:8:8: 'cert' needs 'tls = true'
bridges.toml:9:9: 'queue' must be 1…1000000, not 0
""",
        ),
    )
