public import GroveIdentity

/// Asks for link and identifier of a document's collaboration, before any message is sent (design
/// 3, step 4). A document has one collaboration; preparing again returns it with the new options.
public struct PrepareCollaboration: Hashable, Sendable, Codable {
  /// 16 random bytes: a repeated request gets the first answer, or `gone` where that collaboration
  /// has ended since.
  public var requestID: RequestID
  /// What the sharer selected before the message is sent.
  public var options: ShareOptions

  /// Made by an app when its messenger asks it to start.
  public init(requestID: RequestID, options: ShareOptions) {
    self.requestID = requestID
    self.options = options
  }
}
