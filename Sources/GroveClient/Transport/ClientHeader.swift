/// One header field. Names are compared without regard to case.
public struct ClientHeader: Hashable, Sendable {
  public var name: String
  public var value: String

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
