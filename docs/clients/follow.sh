#!/bin/sh
# Follows wheeld, or sets a value. Needs socat and jq.
#
# usage: follow.sh                  every value, as it changes
#        follow.sh CONTROL          this control's
#        follow.sh CONTROL VALUE    sets it, and prints the value that it now has
socket=${WHEELD_SOCKET:-$XDG_RUNTIME_DIR/wheeld.sock}
[ -S "$socket" ] || socket=/run/wheeld/wheeld.sock

if [ $# -lt 2 ]; then
    # `hello` and `controls` have every control. Later each change is an event. The program ends with the daemon.
    exec socat -u "UNIX-CONNECT:$socket" - | jq --unbuffered -r --arg wanted "$1" '
        (.controls // [])[], (select(.event == "value"))
        | select($wanted == "" or .control == $wanted)
        | "\(.control) \(.value | tojson)"'
    exit
fi

# socat shuts down its side after the request; the daemon answers, and closes.
jq -cn --arg control "$1" --arg text "$2" \
    '{id: 1, op: "set", control: $control, value: ($text | try fromjson catch $text)}' |
    socat -t 5 - "UNIX-CONNECT:$socket" |
    jq -rn '
        [inputs | select(.reply == 1)][0] // {ok: false, message: "no answer"}
        | if .ok then .value | tojson else "\(.message)\n" | halt_error(1) end'
