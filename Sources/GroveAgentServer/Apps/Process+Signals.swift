package import Foundation

extension Process {
  /// Runs it with no signal blocked, whatever thread this is.
  ///
  /// A program begins with the signals blocked that the thread that starts it has blocked, and the
  /// threads on which tasks run have nearly all of them blocked: a program started there would never
  /// hear that it is asked to end.
  package func runHearingSignals() throws {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}
