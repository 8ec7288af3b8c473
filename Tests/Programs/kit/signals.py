"""Signal settings for child processes, as in an interactive shell."""

import signal


def give_children_defaults():
    """Child processes that start after this call ignore and block no signals.

    nohup ignores SIGHUP, a shell without job control ignores SIGINT and SIGQUIT in the background, and Python ignores
    SIGPIPE and SIGXFSZ. Children inherit ignored signals, but not handled ones. Therefore this process handles them
    with a function that does nothing.
    """
    for number in signal.valid_signals():
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
