public import GroveIdentity

/// Asks for link and identifier of a document's collaboration, before any message is sent (design
/// 3, step 4). A document has one collaboration; preparing again returns it with the new options.
public struct PrepareCollaboration: Hashable, Sendable, Codable {
  public var requestID: RequestID
  public var options: ShareOptions

  public init(requestID: RequestID, options: ShareOptions) {
    self.requestID = requestID
    self.options = options
  }
}
