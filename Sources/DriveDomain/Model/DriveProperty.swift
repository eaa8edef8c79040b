/// The name of a property: a namespace, which may be empty, and a word.
public struct DrivePropertyName: Hashable, Sendable, Comparable {
  public var namespace: String
  public var name: String

  public init(namespace: String, name: String) {
    self.namespace = namespace
    self.name = name
  }

  public static func < (left: Self, right: Self) -> Bool {
    let pairs = [(left.namespace, right.namespace), (left.name, right.name)]
    for (one, other) in pairs where one != other {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    return false
  }
}

/// A property that clients set and read, and that means nothing to the server ("dead": RFC 4918, section 4).
public struct DriveProperty: Hashable, Sendable {
  public var name: DrivePropertyName
  /// The whole element as XML text that stands by itself.
  public var xml: String

  public init(name: DrivePropertyName, xml: String) {
    self.name = name
    self.xml = xml
  }

  /// What it counts of its account's room.
  var charge: UInt64 {
    UInt64(xml.utf8.count + name.namespace.utf8.count + name.name.utf8.count)
  }
}
