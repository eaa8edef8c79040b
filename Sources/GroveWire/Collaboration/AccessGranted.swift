public import GroveIdentity

/// The proof was accepted (protocol 8.5).
public struct AccessGranted: Hashable, Sendable, Codable {
  public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
    case granted
    case alreadyGranted = "already_granted"
  }

  public var result: Result
  public var documentID: String
  public var title: String
  public var root: RootHash
  public var epoch: DecimalUInt64

  public init(
    result: Result, documentID: String, title: String, root: RootHash, epoch: DecimalUInt64
  ) {
    self.result = result
    self.documentID = documentID
    self.title = title
    self.root = root
    self.epoch = epoch
  }
}
