"""The findings of `wheelctl doctor` about a healthy service and about faulty ones, and the effect of its remedies."""

import json
import os
import pathlib
import subprocess

from machine import CONFIGURATION, SERVICE, SOCKET, SOCKET_UNIT, as_user, check, do, expect, is_active, systemctl, until
from using import TEXT


def doctor(*before):
    """Whether anything is wrong, and the findings by their subjects."""
    done = subprocess.run([*before, "wheelctl", "--json", "doctor"], capture_output=True, text=True, timeout=60)
    findings = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = [finding for finding in findings if finding["verdict"] == "wrong"]
    expect(done.returncode, 1 if wrong else 0, done.stderr)
    return wrong, {finding["check"]: finding for finding in findings}


def is_well():
    wrong, _ = doctor()
    return not wrong


@check
def doctor_finds_a_service_that_is_well():
    wrong, findings = doctor()
    expect(wrong, [])
    expect(findings["configuration"]["text"], f"{CONFIGURATION} is valid")
    expect(findings["service"]["text"], "wheeld.service runs")
    assert findings["user"]["text"].startswith("wheeld may open /dev/gpiochip0, /dev/input/event"), findings
    expect(
        findings["input encoder"]["text"],
        'wheeld uses its lines on gpiochip0, and counts a click where both contacts are open (rest = "open"; '
        "wheelctl learn finds it)",
    )
    assert findings["input knob"]["text"].startswith("wheeld uses wheeld test knob (/dev/input/event"), findings
    assert findings["socket"]["text"].endswith("answers, and root may change everything"), findings


@check
def doctor_tells_others_what_they_may():
    wrong, findings = doctor(*as_user(""))
    expect([finding["check"] for finding in wrong], ["socket"])
    expect(findings["socket"]["text"], f"{SOCKET}: nobody may not connect; the group input may")
    expect(findings["socket"]["remedy"][0], "sudo usermod -aG input nobody")
    wrong, findings = doctor(*as_user("input"))
    expect(wrong, [])
    assert "may change everything" in findings["socket"]["text"], findings
    assert "you may not open" in findings["input encoder"]["text"], findings


@check
def doctor_sees_rules_that_were_not_applied():
    chip = pathlib.Path("/dev/gpiochip0")
    os.chown(chip, 0, 0)
    os.chmod(chip, 0o600)
    wrong, findings = doctor()
    expect([finding["check"] for finding in wrong], ["udev"])
    expect(findings["udev"]["text"], f"70-wheeld.rules is installed, but not yet applied to {chip}")
    (remedy,) = findings["udev"]["remedy"]
    do("sh", "-c", remedy.replace("sudo ", ""))
    until(is_well, "a remedy that helps")
    expect(chip.group(), "gpio")


@check
def doctor_sees_a_configuration_that_the_service_may_not_read():
    os.chmod(CONFIGURATION, 0o600)
    wrong, _ = doctor()
    text = f"wheeld runs as the user wheeld, who may not read {CONFIGURATION}"
    expect([finding["text"] for finding in wrong], [text])
    do("sh", "-c", wrong[0]["remedy"][0].replace("sudo ", ""))
    expect(doctor()[0], [])


@check
def doctor_sees_a_configuration_that_ended_the_service():
    CONFIGURATION.write_text(TEXT + "nonsense = 1\n")
    systemctl("restart", SERVICE, status=1)
    wrong, findings = doctor()
    assert f"{CONFIGURATION}:" in findings["configuration"]["text"], findings
    expect(findings["service"]["text"], "wheeld.service has failed: the configuration is wrong")
    assert {"configuration", "service"} <= {finding["check"] for finding in wrong}, wrong
    CONFIGURATION.write_text(TEXT)
    systemctl("reset-failed", SERVICE, SOCKET_UNIT)
    for step in findings["service"]["remedy"]:
        do("sh", "-c", step.replace("sudo ", ""))
    until(is_well, "a remedy that helps")


@check
def doctor_sees_a_service_that_does_not_run():
    systemctl("stop", SOCKET_UNIT, SERVICE)
    wrong, findings = doctor()
    expect(sorted(finding["check"] for finding in wrong), ["service", "socket"])
    expect(findings["service"]["text"], "wheeld.service does not run")
    do("sh", "-c", findings["service"]["remedy"][0].replace("sudo ", ""))
    until(is_well, "a remedy that helps")
    assert is_active() and is_active(SOCKET_UNIT)
