"""Signals as a program expects them that is started by hand."""

import signal


def give_children_defaults():
    """Whatever is started from now on ignores no signal and blocks none.

    nohup ignores SIGHUP, a shell without job control SIGINT and SIGQUIT in the background, Python SIGPIPE and SIGXFSZ;
    an ignored signal is passed on to children, and a handled one is not. This process itself goes on to ignore them.
    """
    for number in signal.valid_signals():
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
