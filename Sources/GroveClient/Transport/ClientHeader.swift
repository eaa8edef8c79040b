/// One header field. Names are compared without regard to case.
public struct ClientHeader: Hashable, Sendable {
  /// As it is sent.
  public var name: String
  /// May be a token: never logged.
  public var value: String

  /// One field of a request or an answer.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension Sequence<ClientHeader> {
  /// The first field of that name.
  public func value(_ name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
