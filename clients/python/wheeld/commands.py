"""Written by scripts/update-docs from the daemon's declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

from .lines import (
    Clock,
    ControlState,
    Listing,
    PageAnswer,
    PictureAnswer,
    RampAnswer,
    ScreenshotAnswer,
    ScrubAnswer,
    SpeedAnswer,
    Statistics,
    Value,
    ValueAnswer,
    ValuesAnswer,
    ViewAnswer,
)
from .tables import Contact, Control, FedEvent, Page, Preset, Ramp


class Commands:
    """A method for each operation of the socket."""

    def _request(self, op: str, members: dict[str, Any]) -> Any:
        raise NotImplementedError

    def list(self) -> Listing:
        """Returns the page, the lock, and all controls, inputs and presets."""
        answer: Listing = self._request("list", {})
        return answer

    def get(self, control: str) -> ControlState:
        """Returns the state of a control."""
        answer: ControlState = self._request("get", {"control": control})
        return answer

    @overload
    def set(
        self, control: str, value: Value, *, commit: bool | None = None, unless: Literal["editing"] | None = None
    ) -> ValueAnswer: ...

    @overload
    def set(
        self, *, values: Mapping[str, Value], commit: bool | None = None, unless: Literal["editing"] | None = None
    ) -> ValuesAnswer: ...

    def set(
        self,
        control: str | None = None,
        value: Value | None = None,
        *,
        commit: bool | None = None,
        unless: Literal["editing"] | None = None,
        values: Mapping[str, Value] | None = None,
    ) -> ValueAnswer | ValuesAnswer:
        """Sets a control, or several controls in one step: all of them or none.

        `commit`: default true.
        `unless`: `"editing"`: refused while somebody moves it by hand.
        `values`: `{name: value, …}`, set in one step: all of them or none.
        """
        answer: ValueAnswer | ValuesAnswer = self._request(
            "set", {"control": control, "value": value, "commit": commit, "unless": unless, "values": values}
        )
        return answer

    def turn(self, control: str, detents: float, *, speed: str | None = None) -> ValueAnswer:
        """Turns a control as an encoder does.

        `detents`: may be fractional.
        """
        answer: ValueAnswer = self._request("turn", {"control": control, "detents": detents, "speed": speed})
        return answer

    def step(self, control: str, count: int) -> ValueAnswer:
        """Moves a control by a whole number of steps."""
        answer: ValueAnswer = self._request("step", {"control": control, "count": count})
        return answer

    def speed(self, control: str, speed: str) -> SpeedAnswer:
        """Changes the speed of a control.

        `speed`: a name, `"next"`, `"previous"`.
        """
        answer: SpeedAnswer = self._request("speed", {"control": control, "speed": speed})
        return answer

    def speed_reset(self, control: str) -> SpeedAnswer:
        """Resets the speed of a control to its first one."""
        answer: SpeedAnswer = self._request("speed-reset", {"control": control})
        return answer

    def focus(self, input: str, control: str) -> None:
        """Moves the focus of an input to a control."""
        self._request("focus", {"input": input, "control": control})

    def page(self, page: str) -> PageAnswer:
        """Shows a page.

        `page`: a name, `"next"`, `"previous"`.
        """
        answer: PageAnswer = self._request("page", {"page": page})
        return answer

    @overload
    def lock(self, locked: bool, *, control: str | None = None) -> None: ...

    @overload
    def lock(self, locked: bool, *, controls: Sequence[str]) -> None: ...

    def lock(
        self, locked: bool | None = None, *, control: str | None = None, controls: Sequence[str] | None = None
    ) -> None:
        """Locks the panel, or controls, against changes by hand, or unlocks them.

        `control`: only this control; default the panel.
        `controls`: these only.
        """
        self._request("lock", {"locked": locked, "control": control, "controls": controls})

    def reset(self, control: str) -> ValueAnswer:
        """Sets a control to its default."""
        answer: ValueAnswer = self._request("reset", {"control": control})
        return answer

    def commit(self, control: str) -> ValueAnswer:
        """Ends the interaction with a control."""
        answer: ValueAnswer = self._request("commit", {"control": control})
        return answer

    def apply(self, control: str) -> ValueAnswer:
        """Applies the pending value of a control, and commits it."""
        answer: ValueAnswer = self._request("apply", {"control": control})
        return answer

    def revert(self, control: str) -> ValueAnswer:
        """Drops the pending value of a control."""
        answer: ValueAnswer = self._request("revert", {"control": control})
        return answer

    def toggle(self, control: str, position: str) -> ValueAnswer:
        """Adds a position to a selection, or removes it."""
        answer: ValueAnswer = self._request("toggle", {"control": control, "position": position})
        return answer

    def select(self, control: str, position: str) -> ValueAnswer:
        """Chooses a position."""
        answer: ValueAnswer = self._request("select", {"control": control, "position": position})
        return answer

    @overload
    def ramp(
        self,
        control: str,
        *,
        to: float | None = None,
        by: float | None = None,
        from_: float | None = None,
        duration_s: float | None = None,
        curve: str | Sequence[float] | None = None,
        hold: bool | None = None,
    ) -> RampAnswer: ...

    @overload
    def ramp(self, *, ramp: str) -> RampAnswer: ...

    def ramp(
        self,
        control: str | None = None,
        *,
        to: float | None = None,
        by: float | None = None,
        from_: float | None = None,
        duration_s: float | None = None,
        curve: str | Sequence[float] | None = None,
        hold: bool | None = None,
        ramp: str | None = None,
    ) -> RampAnswer:
        """Starts a ramp.

        `duration_s`: default 1.
        `ramp`: the name of a ramp.
        `to`, `by`: one of them.
        """
        answer: RampAnswer = self._request(
            "ramp",
            {
                "control": control,
                "to": to,
                "by": by,
                "from": from_,
                "duration_s": duration_s,
                "curve": curve,
                "hold": hold,
                "ramp": ramp,
            },
        )
        return answer

    def ramp_pause(self, control: str) -> RampAnswer:
        """Pauses a ramp."""
        answer: RampAnswer = self._request("ramp-pause", {"control": control})
        return answer

    def ramp_resume(self, control: str) -> RampAnswer:
        """Resumes a paused ramp."""
        answer: RampAnswer = self._request("ramp-resume", {"control": control})
        return answer

    def ramp_cancel(self, control: str) -> RampAnswer:
        """Ends a ramp at its current value."""
        answer: RampAnswer = self._request("ramp-cancel", {"control": control})
        return answer

    def ramp_scrub(self, control: str, fraction: float) -> ScrubAnswer:
        """Moves a ramp to a fraction of its time and pauses it."""
        answer: ScrubAnswer = self._request("ramp-scrub", {"control": control, "fraction": fraction})
        return answer

    def ramp_restart(self, control: str) -> RampAnswer:
        """Plays a ramp from its beginning."""
        answer: RampAnswer = self._request("ramp-restart", {"control": control})
        return answer

    def ramp_reverse(self, control: str) -> RampAnswer:
        """Reverses the direction of a ramp from its current value."""
        answer: RampAnswer = self._request("ramp-reverse", {"control": control})
        return answer

    def recall(self, preset: str) -> None:
        """Sets the controls of a preset to its values in one step: all of them or none."""
        self._request("recall", {"preset": preset})

    def store(self, preset: str) -> None:
        """Replaces the values of a preset by the present values of its controls."""
        self._request("store", {"preset": preset})

    @overload
    def feed(
        self,
        input: str,
        *,
        size: Sequence[float] | None = None,
        detents: float | None = None,
        units: int | None = None,
        down: bool | None = None,
        button: str | None = None,
        contacts: Sequence[Contact] | None = None,
        time: float | None = None,
    ) -> None: ...

    @overload
    def feed(self, input: str, *, events: Sequence[FedEvent], size: Sequence[float] | None = None) -> None: ...

    def feed(
        self,
        input: str | None = None,
        *,
        size: Sequence[float] | None = None,
        detents: float | None = None,
        units: int | None = None,
        down: bool | None = None,
        button: str | None = None,
        contacts: Sequence[Contact] | None = None,
        time: float | None = None,
        events: Sequence[FedEvent] | None = None,
    ) -> None:
        """Sends events of an input of type `client`. The first one claims the input.

        `size`: that contacts refer to; default the display's.
        `detents`: may be fractional, in steps of 1/120.
        `units`: 120 to a detent.
        `down`: a button is pressed or released.
        `button`: where the input has several.
        `time`: of CLOCK_MONOTONIC, in seconds; default now.
        `events`: in order; all of them or none.
        `detents`, `units`, `down`, `contacts`: one of them.
        """
        self._request(
            "feed",
            {
                "input": input,
                "size": size,
                "detents": detents,
                "units": units,
                "down": down,
                "button": button,
                "contacts": contacts,
                "time": time,
                "events": events,
            },
        )

    def unfeed(self, input: str) -> None:
        """Ends the claim of an input: its buttons and fingers are released."""
        self._request("unfeed", {"input": input})

    def define(
        self,
        owner: str,
        *,
        controls: Sequence[Control] | None = None,
        pages: Sequence[Page] | None = None,
        ramps: Sequence[Ramp] | None = None,
        presets: Sequence[Preset] | None = None,
        values: Mapping[str, Value] | None = None,
        keep: Literal["connected", "always"] | None = None,
    ) -> None:
        """Defines controls, pages, ramps and presets, which replace all earlier definitions of this owner in one step.

        `owner`: a name for the definition.
        `values`: for the controls, in the same step.
        `keep`: default `connected`.
        """
        self._request(
            "define",
            {
                "owner": owner,
                "controls": controls,
                "pages": pages,
                "ramps": ramps,
                "presets": presets,
                "values": values,
                "keep": keep,
            },
        )

    def undefine(self, owner: str) -> None:
        """Removes everything that an owner has defined."""
        self._request("undefine", {"owner": owner})

    def subscribe(
        self,
        *,
        controls: Sequence[str] | None = None,
        events: Sequence[str] | None = None,
        interval_ms: float | None = None,
        text: bool | None = None,
        terse: bool | None = None,
    ) -> None:
        """Chooses the events that the client receives.

        `terse`: values have only `seq`, `control` and `value`.
        """
        self._request(
            "subscribe",
            {
                "controls": controls,
                "events": events,
                "interval_ms": interval_ms,
                "text": text,
                "terse": terse,
            },
        )

    def screenshot(self, *, display: str | None = None) -> ScreenshotAnswer:
        """Returns a picture of a display.

        `display`: default the first that shows a picture.
        """
        answer: ScreenshotAnswer = self._request("screenshot", {"display": display})
        return answer

    def watch_display(self, *, display: str | None = None) -> PictureAnswer:
        """Sends the picture of a remote display, and then its changes.

        `display`: default the first with `output = "remote"`.
        """
        answer: PictureAnswer = self._request("watch-display", {"display": display})
        return answer

    def unwatch_display(self, *, display: str | None = None) -> PictureAnswer:
        """Stops sending the picture of a remote display.

        `display`: default the first with `output = "remote"`.
        """
        answer: PictureAnswer = self._request("unwatch-display", {"display": display})
        return answer

    def view(
        self,
        *,
        view: str | None = None,
        width: Any = None,
        height: Any = None,
        pixels_per_mm: float | None = None,
        distance_m: float | None = None,
        format: Literal["png", "cells"] | None = None,
        alphabet: Literal["ascii", "console", "unicode"] | None = None,
        hands: Literal["none", "touch", "keys"] | None = None,
        theme: Literal["dark", "light", "mono"] | None = None,
        motion: Literal["full", "reduced"] | None = None,
        display: str | None = None,
        page: str | None = None,
    ) -> ViewAnswer:
        """Draws the panel for this client, in the size that it gives. Fingers and keys on this picture act as hands.

        `view`: to change this view; settings that are not given stay as they are.
        `width`: in pixels or characters.
        `height`: the same.
        `pixels_per_mm`: on the glass; default 3.8.
        `distance_m`: of the eyes; default 0.6.
        `format`: `png`, `cells`; default `png`.
        `alphabet`: `ascii`, `console`, `unicode`; of `cells`; default `unicode`.
        `hands`: `none`, `touch`, `keys`; default `none`.
        `theme`: `dark`, `light`, `mono`; default `dark`.
        `motion`: `full`, `reduced`; default `full`.
        `display`: whose pages are shown; default all pages.
        `page`: the only page that is shown.
        """
        answer: ViewAnswer = self._request(
            "view",
            {
                "view": view,
                "width": width,
                "height": height,
                "pixels_per_mm": pixels_per_mm,
                "distance_m": distance_m,
                "format": format,
                "alphabet": alphabet,
                "hands": hands,
                "theme": theme,
                "motion": motion,
                "display": display,
                "page": page,
            },
        )
        return answer

    def unview(self, view: str) -> None:
        """Ends a view."""
        self._request("unview", {"view": view})

    def seen(self, view: str) -> None:
        """Confirms the oldest unconfirmed frame of a view."""
        self._request("seen", {"view": view})

    def limit(self, rights: Literal["read", "write"]) -> None:
        """Reduces the rights of this connection, permanently.

        `rights`: the rights that the connection keeps: `read` only, or also `write`.
        """
        self._request("limit", {"rights": rights})

    def stats(self) -> Statistics:
        """Returns the daemon's counters since its start."""
        answer: Statistics = self._request("stats", {})
        return answer

    def reload(self) -> None:
        """Reads the configuration again, and applies all of it, or nothing if it has mistakes."""
        self._request("reload", {})

    def log_level(self, level: Literal["error", "warning", "info", "debug"]) -> None:
        """Changes how much the daemon logs."""
        self._request("log-level", {"level": level})

    def ping(self) -> Clock:
        """Changes nothing. Returns both clocks, read at the same moment."""
        answer: Clock = self._request("ping", {})
        return answer


class AsyncCommands:
    """A coroutine for each operation of the socket."""

    async def _request(self, op: str, members: dict[str, Any]) -> Any:
        raise NotImplementedError

    async def list(self) -> Listing:
        """Returns the page, the lock, and all controls, inputs and presets."""
        answer: Listing = await self._request("list", {})
        return answer

    async def get(self, control: str) -> ControlState:
        """Returns the state of a control."""
        answer: ControlState = await self._request("get", {"control": control})
        return answer

    @overload
    async def set(
        self, control: str, value: Value, *, commit: bool | None = None, unless: Literal["editing"] | None = None
    ) -> ValueAnswer: ...

    @overload
    async def set(
        self, *, values: Mapping[str, Value], commit: bool | None = None, unless: Literal["editing"] | None = None
    ) -> ValuesAnswer: ...

    async def set(
        self,
        control: str | None = None,
        value: Value | None = None,
        *,
        commit: bool | None = None,
        unless: Literal["editing"] | None = None,
        values: Mapping[str, Value] | None = None,
    ) -> ValueAnswer | ValuesAnswer:
        """Sets a control, or several controls in one step: all of them or none.

        `commit`: default true.
        `unless`: `"editing"`: refused while somebody moves it by hand.
        `values`: `{name: value, …}`, set in one step: all of them or none.
        """
        answer: ValueAnswer | ValuesAnswer = await self._request(
            "set", {"control": control, "value": value, "commit": commit, "unless": unless, "values": values}
        )
        return answer

    async def turn(self, control: str, detents: float, *, speed: str | None = None) -> ValueAnswer:
        """Turns a control as an encoder does.

        `detents`: may be fractional.
        """
        answer: ValueAnswer = await self._request("turn", {"control": control, "detents": detents, "speed": speed})
        return answer

    async def step(self, control: str, count: int) -> ValueAnswer:
        """Moves a control by a whole number of steps."""
        answer: ValueAnswer = await self._request("step", {"control": control, "count": count})
        return answer

    async def speed(self, control: str, speed: str) -> SpeedAnswer:
        """Changes the speed of a control.

        `speed`: a name, `"next"`, `"previous"`.
        """
        answer: SpeedAnswer = await self._request("speed", {"control": control, "speed": speed})
        return answer

    async def speed_reset(self, control: str) -> SpeedAnswer:
        """Resets the speed of a control to its first one."""
        answer: SpeedAnswer = await self._request("speed-reset", {"control": control})
        return answer

    async def focus(self, input: str, control: str) -> None:
        """Moves the focus of an input to a control."""
        await self._request("focus", {"input": input, "control": control})

    async def page(self, page: str) -> PageAnswer:
        """Shows a page.

        `page`: a name, `"next"`, `"previous"`.
        """
        answer: PageAnswer = await self._request("page", {"page": page})
        return answer

    @overload
    async def lock(self, locked: bool, *, control: str | None = None) -> None: ...

    @overload
    async def lock(self, locked: bool, *, controls: Sequence[str]) -> None: ...

    async def lock(
        self, locked: bool | None = None, *, control: str | None = None, controls: Sequence[str] | None = None
    ) -> None:
        """Locks the panel, or controls, against changes by hand, or unlocks them.

        `control`: only this control; default the panel.
        `controls`: these only.
        """
        await self._request("lock", {"locked": locked, "control": control, "controls": controls})

    async def reset(self, control: str) -> ValueAnswer:
        """Sets a control to its default."""
        answer: ValueAnswer = await self._request("reset", {"control": control})
        return answer

    async def commit(self, control: str) -> ValueAnswer:
        """Ends the interaction with a control."""
        answer: ValueAnswer = await self._request("commit", {"control": control})
        return answer

    async def apply(self, control: str) -> ValueAnswer:
        """Applies the pending value of a control, and commits it."""
        answer: ValueAnswer = await self._request("apply", {"control": control})
        return answer

    async def revert(self, control: str) -> ValueAnswer:
        """Drops the pending value of a control."""
        answer: ValueAnswer = await self._request("revert", {"control": control})
        return answer

    async def toggle(self, control: str, position: str) -> ValueAnswer:
        """Adds a position to a selection, or removes it."""
        answer: ValueAnswer = await self._request("toggle", {"control": control, "position": position})
        return answer

    async def select(self, control: str, position: str) -> ValueAnswer:
        """Chooses a position."""
        answer: ValueAnswer = await self._request("select", {"control": control, "position": position})
        return answer

    @overload
    async def ramp(
        self,
        control: str,
        *,
        to: float | None = None,
        by: float | None = None,
        from_: float | None = None,
        duration_s: float | None = None,
        curve: str | Sequence[float] | None = None,
        hold: bool | None = None,
    ) -> RampAnswer: ...

    @overload
    async def ramp(self, *, ramp: str) -> RampAnswer: ...

    async def ramp(
        self,
        control: str | None = None,
        *,
        to: float | None = None,
        by: float | None = None,
        from_: float | None = None,
        duration_s: float | None = None,
        curve: str | Sequence[float] | None = None,
        hold: bool | None = None,
        ramp: str | None = None,
    ) -> RampAnswer:
        """Starts a ramp.

        `duration_s`: default 1.
        `ramp`: the name of a ramp.
        `to`, `by`: one of them.
        """
        answer: RampAnswer = await self._request(
            "ramp",
            {
                "control": control,
                "to": to,
                "by": by,
                "from": from_,
                "duration_s": duration_s,
                "curve": curve,
                "hold": hold,
                "ramp": ramp,
            },
        )
        return answer

    async def ramp_pause(self, control: str) -> RampAnswer:
        """Pauses a ramp."""
        answer: RampAnswer = await self._request("ramp-pause", {"control": control})
        return answer

    async def ramp_resume(self, control: str) -> RampAnswer:
        """Resumes a paused ramp."""
        answer: RampAnswer = await self._request("ramp-resume", {"control": control})
        return answer

    async def ramp_cancel(self, control: str) -> RampAnswer:
        """Ends a ramp at its current value."""
        answer: RampAnswer = await self._request("ramp-cancel", {"control": control})
        return answer

    async def ramp_scrub(self, control: str, fraction: float) -> ScrubAnswer:
        """Moves a ramp to a fraction of its time and pauses it."""
        answer: ScrubAnswer = await self._request("ramp-scrub", {"control": control, "fraction": fraction})
        return answer

    async def ramp_restart(self, control: str) -> RampAnswer:
        """Plays a ramp from its beginning."""
        answer: RampAnswer = await self._request("ramp-restart", {"control": control})
        return answer

    async def ramp_reverse(self, control: str) -> RampAnswer:
        """Reverses the direction of a ramp from its current value."""
        answer: RampAnswer = await self._request("ramp-reverse", {"control": control})
        return answer

    async def recall(self, preset: str) -> None:
        """Sets the controls of a preset to its values in one step: all of them or none."""
        await self._request("recall", {"preset": preset})

    async def store(self, preset: str) -> None:
        """Replaces the values of a preset by the present values of its controls."""
        await self._request("store", {"preset": preset})

    @overload
    async def feed(
        self,
        input: str,
        *,
        size: Sequence[float] | None = None,
        detents: float | None = None,
        units: int | None = None,
        down: bool | None = None,
        button: str | None = None,
        contacts: Sequence[Contact] | None = None,
        time: float | None = None,
    ) -> None: ...

    @overload
    async def feed(self, input: str, *, events: Sequence[FedEvent], size: Sequence[float] | None = None) -> None: ...

    async def feed(
        self,
        input: str | None = None,
        *,
        size: Sequence[float] | None = None,
        detents: float | None = None,
        units: int | None = None,
        down: bool | None = None,
        button: str | None = None,
        contacts: Sequence[Contact] | None = None,
        time: float | None = None,
        events: Sequence[FedEvent] | None = None,
    ) -> None:
        """Sends events of an input of type `client`. The first one claims the input.

        `size`: that contacts refer to; default the display's.
        `detents`: may be fractional, in steps of 1/120.
        `units`: 120 to a detent.
        `down`: a button is pressed or released.
        `button`: where the input has several.
        `time`: of CLOCK_MONOTONIC, in seconds; default now.
        `events`: in order; all of them or none.
        `detents`, `units`, `down`, `contacts`: one of them.
        """
        await self._request(
            "feed",
            {
                "input": input,
                "size": size,
                "detents": detents,
                "units": units,
                "down": down,
                "button": button,
                "contacts": contacts,
                "time": time,
                "events": events,
            },
        )

    async def unfeed(self, input: str) -> None:
        """Ends the claim of an input: its buttons and fingers are released."""
        await self._request("unfeed", {"input": input})

    async def define(
        self,
        owner: str,
        *,
        controls: Sequence[Control] | None = None,
        pages: Sequence[Page] | None = None,
        ramps: Sequence[Ramp] | None = None,
        presets: Sequence[Preset] | None = None,
        values: Mapping[str, Value] | None = None,
        keep: Literal["connected", "always"] | None = None,
    ) -> None:
        """Defines controls, pages, ramps and presets, which replace all earlier definitions of this owner in one step.

        `owner`: a name for the definition.
        `values`: for the controls, in the same step.
        `keep`: default `connected`.
        """
        await self._request(
            "define",
            {
                "owner": owner,
                "controls": controls,
                "pages": pages,
                "ramps": ramps,
                "presets": presets,
                "values": values,
                "keep": keep,
            },
        )

    async def undefine(self, owner: str) -> None:
        """Removes everything that an owner has defined."""
        await self._request("undefine", {"owner": owner})

    async def subscribe(
        self,
        *,
        controls: Sequence[str] | None = None,
        events: Sequence[str] | None = None,
        interval_ms: float | None = None,
        text: bool | None = None,
        terse: bool | None = None,
    ) -> None:
        """Chooses the events that the client receives.

        `terse`: values have only `seq`, `control` and `value`.
        """
        await self._request(
            "subscribe",
            {
                "controls": controls,
                "events": events,
                "interval_ms": interval_ms,
                "text": text,
                "terse": terse,
            },
        )

    async def screenshot(self, *, display: str | None = None) -> ScreenshotAnswer:
        """Returns a picture of a display.

        `display`: default the first that shows a picture.
        """
        answer: ScreenshotAnswer = await self._request("screenshot", {"display": display})
        return answer

    async def watch_display(self, *, display: str | None = None) -> PictureAnswer:
        """Sends the picture of a remote display, and then its changes.

        `display`: default the first with `output = "remote"`.
        """
        answer: PictureAnswer = await self._request("watch-display", {"display": display})
        return answer

    async def unwatch_display(self, *, display: str | None = None) -> PictureAnswer:
        """Stops sending the picture of a remote display.

        `display`: default the first with `output = "remote"`.
        """
        answer: PictureAnswer = await self._request("unwatch-display", {"display": display})
        return answer

    async def view(
        self,
        *,
        view: str | None = None,
        width: Any = None,
        height: Any = None,
        pixels_per_mm: float | None = None,
        distance_m: float | None = None,
        format: Literal["png", "cells"] | None = None,
        alphabet: Literal["ascii", "console", "unicode"] | None = None,
        hands: Literal["none", "touch", "keys"] | None = None,
        theme: Literal["dark", "light", "mono"] | None = None,
        motion: Literal["full", "reduced"] | None = None,
        display: str | None = None,
        page: str | None = None,
    ) -> ViewAnswer:
        """Draws the panel for this client, in the size that it gives. Fingers and keys on this picture act as hands.

        `view`: to change this view; settings that are not given stay as they are.
        `width`: in pixels or characters.
        `height`: the same.
        `pixels_per_mm`: on the glass; default 3.8.
        `distance_m`: of the eyes; default 0.6.
        `format`: `png`, `cells`; default `png`.
        `alphabet`: `ascii`, `console`, `unicode`; of `cells`; default `unicode`.
        `hands`: `none`, `touch`, `keys`; default `none`.
        `theme`: `dark`, `light`, `mono`; default `dark`.
        `motion`: `full`, `reduced`; default `full`.
        `display`: whose pages are shown; default all pages.
        `page`: the only page that is shown.
        """
        answer: ViewAnswer = await self._request(
            "view",
            {
                "view": view,
                "width": width,
                "height": height,
                "pixels_per_mm": pixels_per_mm,
                "distance_m": distance_m,
                "format": format,
                "alphabet": alphabet,
                "hands": hands,
                "theme": theme,
                "motion": motion,
                "display": display,
                "page": page,
            },
        )
        return answer

    async def unview(self, view: str) -> None:
        """Ends a view."""
        await self._request("unview", {"view": view})

    async def seen(self, view: str) -> None:
        """Confirms the oldest unconfirmed frame of a view."""
        await self._request("seen", {"view": view})

    async def limit(self, rights: Literal["read", "write"]) -> None:
        """Reduces the rights of this connection, permanently.

        `rights`: the rights that the connection keeps: `read` only, or also `write`.
        """
        await self._request("limit", {"rights": rights})

    async def stats(self) -> Statistics:
        """Returns the daemon's counters since its start."""
        answer: Statistics = await self._request("stats", {})
        return answer

    async def reload(self) -> None:
        """Reads the configuration again, and applies all of it, or nothing if it has mistakes."""
        await self._request("reload", {})

    async def log_level(self, level: Literal["error", "warning", "info", "debug"]) -> None:
        """Changes how much the daemon logs."""
        await self._request("log-level", {"level": level})

    async def ping(self) -> Clock:
        """Changes nothing. Returns both clocks, read at the same moment."""
        answer: Clock = await self._request("ping", {})
        return answer
