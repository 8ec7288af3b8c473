internal import Glibc

// The one policy for errors of system calls, so that no caller has its own:
//
// - A result below zero is an error, and `errno` is read before anything else happens.
// - A call that a signal interrupted (EINTR) before it did anything is made again: `uninterrupted`. Not so where
//   the interruption means something (`Epoll.wait` returns early with nothing) nor for close(), which on Linux has
//   released the descriptor whatever it answers: a second one could close somebody else's.

/// Makes the call once.
@inline(__always)
func system<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    let result = call()
    guard result >= 0 else { throw Errno(rawValue: errno) }
    return result
}

/// Makes the call until no signal interrupts it.
@inline(__always)
func uninterrupted<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        let error = Errno(rawValue: errno)
        guard error.rawValue == EINTR else { throw error }
    }
}

/// For calls of the pthread and getpwnam_r families, which return the error instead of setting `errno`.
@inline(__always)
func returnedError(_ call: () -> Int32) throws(Errno) {
    let error = call()
    guard error == 0 else { throw Errno(rawValue: error) }
}
