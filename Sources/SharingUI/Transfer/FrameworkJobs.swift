import Foundation

/// Where work that an app started with a call, and does not wait for, is carried out.
enum FrameworkJobs {
  @discardableResult
  static func run(_ job: @escaping @Sendable () async -> Void) -> Progress? {
    nil
  }
}

extension Never {
  /// For members of representations that have no body: there is no value to ask them of.
  static var unreachable: Never { get { while true {} } }
}
