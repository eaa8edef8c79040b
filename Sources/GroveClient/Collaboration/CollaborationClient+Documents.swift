public import GroveIdentity
public import GroveWire

extension CollaborationClient {
  /// A new document owned by the caller; the same request again answers the same one. Refused with
  /// `limit_exceeded`, `conflict`.
  public func createDocument(_ body: CreateDocument) async throws(ClientError) -> Document {
    try await caller.call(CollaborationRoutes.createDocument, .json(body))
  }

  /// Every document of the account, newest first, page after page.
  public func documents() async throws(ClientError) -> DocumentList {
    var list = try await documents(after: nil)
    while let next = list.next {
      let page = try await documents(after: next)
      list.documents += page.documents
      list.next = page.next
    }
    return list
  }

  /// One page.
  /// - Parameters:
  ///   - after: the page before's `next`; nil for the first.
  ///   - limit: 1...200.
  public func documents(after: String?, limit: Int = 200) async throws(ClientError) -> DocumentList
  {
    try await caller.call(
      CollaborationRoutes.listDocuments, query: Self.page(after: after, limit: limit))
  }

  static func page(after: String?, limit: Int) -> [(String, String)] {
    (after.map { [("after", $0)] } ?? []) + [("limit", String(limit))]
  }

  /// One document as the caller may see it. Refused with `not_found`, `gone`.
  public func document(_ id: String) async throws(ClientError) -> Document {
    try await caller.call(CollaborationRoutes.document, path: [id])
  }

  /// Renames or moves (owner only).
  public func changeDocument(_ id: String, _ body: ChangeDocument) async throws(ClientError)
    -> Document
  {
    try await caller.call(CollaborationRoutes.changeDocument, .json(body), path: [id])
  }

  /// Owner only: ends sharing, cuts every stream, forgets the content.
  public func deleteDocument(_ id: String) async throws(ClientError) -> CollaborationEnded {
    try await caller.call(CollaborationRoutes.deleteDocument, path: [id])
  }

  /// Appends bytes to a document's log; the same `updateID` again answers the first sequence.
  /// Refused with `read_only`, `comments_off`, `limit_exceeded`.
  public func appendUpdate(_ body: AppendUpdate, to id: String) async throws(ClientError)
    -> UpdateAppended
  {
    try await caller.call(CollaborationRoutes.appendUpdate, .json(body), path: [id])
  }

  /// One page. It may have fewer entries than `limit`: go on from its `next` while there is `more`.
  /// - Parameter limit: 1...500.
  public func events(of id: String, after: UInt64 = 0, limit: Int = 100)
    async throws(ClientError) -> DocumentEventPage
  {
    try await caller.call(
      CollaborationRoutes.documentEvents, path: [id],
      query: [("after", String(after)), ("limit", String(limit))])
  }

  /// Keeps a summary of the log in the place of the one before. Refused with `read_only`,
  /// `position_unknown`, and `conflict` where the one kept is newer.
  public func putSnapshot(_ body: PutSnapshot, of id: String) async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.putSnapshot, .json(body), path: [id])
  }

  /// The newest snapshot; sequence 0 and no data where there is none.
  public func snapshot(of id: String) async throws(ClientError) -> Snapshot {
    try await caller.call(CollaborationRoutes.snapshot, path: [id])
  }

  /// Enters or renews. Refused with `limit_exceeded` where the account has as many as it may.
  public func putPresence(_ body: PutPresence, in id: String) async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.putPresence, .json(body), path: [id])
  }

  /// Who is in a document now. `documentStream` tells it without being asked.
  public func presence(in id: String) async throws(ClientError) -> Presence {
    try await caller.call(CollaborationRoutes.presence, path: [id])
  }

  /// Leaves before the lease ends.
  public func endPresence(_ clientID: RequestID, in id: String) async throws(ClientError) {
    _ = try await caller.call(
      CollaborationRoutes.endPresence, path: [id], query: [("clientID", clientID.base64url)])
  }
}
