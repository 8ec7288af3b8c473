"""The common part of all rows of the table: programs that take turns, their figures, and rows with limits."""

import statistics

ROUNDS = 5


def alternate(subjects, rounds=ROUNDS):
    """Lets each subject measure itself once in each round, so that a slow moment of the machine affects all of them. Returns the
    results by the subject's name. A subject that returns several figures has a list of tuples."""
    results = {name: [] for name in subjects}
    for _ in range(rounds):
        for name, measure in subjects.items():
            results[name].append(measure())
    return results


def pick(results, index):
    """One of several figures of each result."""
    return {name: [figures[index] for figures in all_of] for name, all_of in results.items()}


def row(name, unit, results, most=None, ratio=None, plus=None, least=None):
    """A row with the medians. `most`, `least`: a limit of wheeld's figure; `ratio`, `plus`: for each other program the largest
    ratio, or difference, of a round's median."""
    medians = {subject: statistics.median(all_of) for subject, all_of in results.items() if all_of}
    own = results["wheeld"]
    ratios = {
        other: statistics.median(mine / max(theirs, 1e-9) for mine, theirs in zip(own, all_of))
        for other, all_of in results.items()
        if other != "wheeld" and all_of
    }
    aims = []
    if most is not None:
        aims.append((f"≤ {most:g}", medians["wheeld"] <= most))
    if least is not None:
        aims.append((f"≥ {least:g}", medians["wheeld"] >= least))
    for other, limit in (ratio or {}).items():
        if other in ratios:
            aims.append((f"≤ {limit:g} × {other}", ratios[other] <= limit))
    for other, limit in (plus or {}).items():
        if other in medians:
            aims.append((f"≤ {other} + {limit:g}", medians["wheeld"] - medians[other] <= limit))
    return {
        "row": name,
        "unit": unit,
        "figures": {subject: round(median, 3) for subject, median in medians.items()},
        "ratios": {other: round(value, 3) for other, value in ratios.items()},
        "aims": [{"aim": text, "met": met} for text, met in aims],
    }


def said(rows):
    """The rows as a table."""
    lines = [("", "", "wheeld", "beside", "must be")]
    for one in rows:
        figures = dict(one["figures"])
        own = figures.pop("wheeld")
        beside = ", ".join(f"{name} {short(value)} ({one['ratios'][name]:.2f} ×)" for name, value in figures.items())
        aims = ", ".join(aim["aim"] + ("" if aim["met"] else " MISSED") for aim in one["aims"])
        lines.append((one["row"], one["unit"], short(own), beside, aims))
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    texts = []
    for line in lines:
        name, unit, own, beside = (text.ljust(width) for text, width in zip(line, widths))
        texts.append("  ".join((name, unit, own.strip().rjust(widths[2]), beside, line[4])).rstrip())
    return "\n".join(texts)


def short(number):
    return f"{number:.0f}" if abs(number) >= 100 else f"{number:.3g}"
