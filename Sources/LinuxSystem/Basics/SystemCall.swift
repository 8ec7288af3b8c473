internal import Glibc

// One policy for the errors of all system calls:
//
// - A negative result is an error. `errno` is read at once.
// - `uninterrupted` repeats a call that a signal interrupted (EINTR). Do not use this function for a wait that a signal
//   should end (`Epoll.wait` returns 0 then), nor for close(2). On Linux, close(2) releases the descriptor even if it
//   fails. A second call could close a descriptor that another thread has opened with the same number in between.

/// Makes the call once.
@inline(__always)
func system<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    let result = call()
    guard result >= 0 else { throw Errno(rawValue: errno) }
    return result
}

/// Repeats the call as long as a signal interrupts it.
@inline(__always)
func uninterrupted<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        let error = Errno(rawValue: errno)
        guard error.rawValue == EINTR else { throw error }
    }
}

/// Calls a function that returns the error number instead of setting `errno`, as the functions of pthreads do.
@inline(__always)
func returnedError(_ call: () -> Int32) throws(Errno) {
    let error = call()
    guard error == 0 else { throw Errno(rawValue: error) }
}
