import GroveClient
import GroveIdentity
import GroveWire

extension SampleApp {
  func createDocument(title: String, requestID: RequestID) async throws(ClientError) -> Document {
    try await client.createDocument(CreateDocument(requestID: requestID, title: title))
  }

  /// Appends one line, and says what the document begins with then, where this program can tell. The identifier makes
  /// a retry harmless.
  func append(_ text: String, to documentID: String, updateID: RequestID) async throws(ClientError)
    -> UInt64
  {
    // A longer log is not read for it.
    let log = try await client.events(of: documentID, after: 0, limit: 500)
    let update = AppendUpdate(
      updateID: updateID, kind: .edit, data: Base64URLBytes(Array(text.utf8)),
      firstLines: log.more ? nil : FirstLines.after(text, in: log.events))
    return try await client.appendUpdate(update, to: documentID).sequence.value
  }

  /// What a document begins with; nil where this program cannot tell.
  func firstLines(of documentID: String) async throws(ClientError) -> String? {
    let log = try await client.events(of: documentID, after: 0, limit: 500)
    return log.more ? nil : FirstLines.of(log.events)
  }

  /// Appends a comment that names people.
  func comment(
    _ text: String, mentioning mentions: [DocumentUpdate.Mention], in documentID: String,
    updateID: RequestID
  ) async throws {
    let data = Base64URLBytes(try DocumentUpdate.comment(text, mentioning: mentions))
    // The server tells them, by whichever of their identities they are named.
    let roots = mentions.isEmpty ? nil : mentions.map(\.root)
    let update = AppendUpdate(updateID: updateID, kind: .comment, data: data, mentions: roots)
    _ = try await client.appendUpdate(update, to: documentID)
  }

  /// Every line, oldest first.
  func lines(of documentID: String) async throws(ClientError) -> [DocumentLine] {
    var lines: [DocumentLine] = []
    var position: UInt64 = 0
    while true {
      let page = try await client.events(of: documentID, after: position, limit: 500)
      lines += page.events.compactMap(DocumentLine.init)
      guard page.more, let next = page.next else { return lines }
      position = next.value
    }
  }

  /// The root that an app account is bound to, for mentioning its person.
  func root(of account: String, in collaborationID: CollaborationID) async throws(ClientError)
    -> RootHash?
  {
    try await client.participants(of: collaborationID).participants
      .first { $0.account?.text == account }?.root
  }
}
