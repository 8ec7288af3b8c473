"""`ramp` with all its options."""

from ctl import REFUSED, WRONG_USAGE, complaint, json_told, told
from kit.cases import case, expect


@case
def ramp_moves_to_and_by(daemon):
    with daemon.client() as client:
        expect(told(daemon, "ramp", "frequency", "--to", "9.5", "--duration", "0"), "ended 1")
        expect(told(daemon, "get", "frequency"), "9.5")
        told(daemon, "ramp", "gain", "--from", "-20", "--by", "-5", "--duration=0", "--curve", "linear")
        client.event("ramp", control="gain", state="ended")
        expect(told(daemon, "get", "gain"), "-25")
        for curve in ("linear", "ease-in", "ease-out", "ease-in-out"):
            told(daemon, "ramp", "gain", "--to=-10", "--duration", "0.01", "--curve", curve)
            client.event("ramp", control="gain", state="ended")
        told(daemon, "ramp", "gain", "--to", "0", "--duration", "60", "--curve", "0.5,1,1,1")
        # This curve covers most of the distance in the first half of its time.
        assert float(told(daemon, "ramp", "gain", "--scrub", "0.5").split()[2]) > -5
        told(daemon, "ramp", "gain", "--cancel")


@case
def ramp_pauses_resumes_scrubs_and_ends(daemon):
    told(daemon, "set", "gain", "-60")
    expect(told(daemon, "ramp", "gain", "--to", "0", "--duration", "60", "--curve", "linear", "--hold"), "running 0")
    assert told(daemon, "ramp", "gain", "--pause").startswith("paused 0.0")
    assert told(daemon, "ramp", "gain", "--resume").startswith("running 0.0")
    expect(told(daemon, "ramp", "gain", "--scrub", "0.5").split()[1:], ["0.5", "-30"])
    expect(told(daemon, "get", "gain"), "-30")
    assert told(daemon, "ramp", "gain", "--cancel").startswith("cancelled 0.")
    complaint(daemon, REFUSED, "ramp", "gain", "--pause")
    expect(json_told(daemon, "ramp", "gain", "--to", "-10", "--duration", "60")["state"], "running")
    told(daemon, "ramp", "gain", "--cancel")


@case
def ramps_that_make_no_sense_are_refused(daemon):
    for words in (
        [],
        ["--to", "1", "--by", "2"],
        ["--to", "there"],
        ["--to"],
        ["--to", "1", "--duration", "-1"],
        ["--to", "1", "--curve", "wavy"],
        ["--to", "1", "--curve", "0,0,1"],
        ["--to", "1", "--curve", "0,0,1.5,1"],
        ["--to", "1", "--curve", "0,0,1,one"],
        ["--pause", "--resume"],
        ["--pause", "--hold"],
        ["--scrub", "half"],
        ["--scrub", "0.5", "--from", "1"],
    ):
        complaint(daemon, WRONG_USAGE, "ramp", "gain", *words)
    complaint(daemon, WRONG_USAGE, "ramp", "--to", "1")
    complaint(daemon, REFUSED, "ramp", "filter", "--to", "1")
    complaint(daemon, REFUSED, "ramp", "nothing", "--to", "1")
    message = complaint(daemon, REFUSED, "ramp", "nothing")
    expect(message, "wheelctl: ramp nothing: no ramp named 'nothing'; there are: sweep")


@case
def ramp_starts_one_of_the_configuration(daemon):
    with daemon.client() as client:
        expect(told(daemon, "ramp", "sweep"), "running 0")
        client.event("ramp", control="azimuth", state="ended")
        expect(told(daemon, "get", "azimuth"), "0")
        expect(told(daemon, "ramp", "azimuth", "--scrub", "0"), "paused 0 15")
        expect(json_told(daemon, "ramp", "sweep")["control"], "azimuth")
        told(daemon, "ramp", "azimuth", "--cancel")
