import SharedWithYouCore

/// Work that an app starts with a call and does not wait for.
enum FrameworkJobs {
  static let busy = "Too much is going on; try again."

  /// - Parameter otherwise: runs at once, and the work never, where too much is under way.
  static func run(
    _ work: @escaping @Sendable () async -> Void, otherwise: () -> Void
  ) {
    if !FrameworkTasks.shared.run(work) { otherwise() }
  }
}

extension Never {
  /// For members of representations that have no body: there is no value to ask them of.
  static var unreachable: Never {
    // Traps because: there is no value of a representation without a body, so nothing can ask.
    fatalError("a representation without a body was asked for one")
  }
}
