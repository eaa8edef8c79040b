import FoundationNetworking
import SharedWithYou

/// The collaboration server's HTTP interface, as far as this app needs it. Its OpenAPI document is at
/// `/openapi.yaml`. Numbers that may grow large are decimal strings, bytes are base64url.
struct RecipeServer: Sendable {
  let origin: String
  let token: String?

  struct Session: Decodable {
    var token, account, displayName: String
  }

  struct Recipe: Decodable {
    var documentID, title, access: String
    /// Nil until it is shared.
    var collaborationID: String?
  }

  struct Entry: Decodable {
    var sequence, kind: String
    var displayName: String?
    var data: String?
  }

  struct Participant: Decodable {
    var root: String
    /// Nil while the invited person has not opened the link yet.
    var account: String?
  }

  // MARK: Accounts

  func signUp(account: String, name: String, password: String) async throws -> Session {
    try await post(
      "accounts", ["account": account, "displayName": name, "password": password])
  }

  func signIn(account: String, password: String) async throws -> Session {
    try await post("sessions", ["account": account, "password": password])
  }

  // MARK: Recipes

  func recipes() async throws -> [Recipe] {
    struct List: Decodable { var documents: [Recipe] }
    let list: List = try await call("GET", "documents")
    return list.documents
  }

  func create(_ title: String) async throws -> Recipe {
    try await post("documents", ["requestID": UUID().base64url, "title": title])
  }

  func rename(_ recipe: Recipe, to title: String) async throws {
    let _: Recipe = try await call("PATCH", "documents/\(recipe.documentID)", ["title": title])
  }

  func entries(of recipe: Recipe) async throws -> [Entry] {
    struct Page: Decodable {
      var events: [Entry]
      var more: Bool
    }
    var entries: [Entry] = []
    while true {
      let after = entries.last?.sequence ?? "0"
      let page: Page = try await call(
        "GET", "documents/\(recipe.documentID)/events?limit=500&after=\(after)")
      entries += page.events
      if !page.more { return entries }
    }
  }

  /// - Parameter firstLines: what the recipe begins with then, for its cards; nil leaves them as they are.
  func append(
    _ text: String, to recipe: Recipe, as kind: RecipeApp.LineKind, firstLines: String? = nil
  ) async throws {
    struct Appended: Decodable { var sequence: String }
    var update = [
      "updateID": UUID().base64url, "kind": kind.rawValue, "data": Data(text.utf8).base64url,
    ]
    update["firstLines"] = firstLines
    let _: Appended = try await post("documents/\(recipe.documentID)/updates", update)
  }

  // MARK: Sharing

  struct Prepared: Decodable {
    var link: URL
    var collaborationID: String
  }

  func prepareCollaboration(_ documentID: String, options: [String: Any], requestID: UUID)
    async throws -> Prepared
  {
    try await post(
      "documents/\(documentID)/collaboration",
      ["requestID": requestID.base64url, "options": options])
  }

  /// Adds and removes root hashes; the same request twice is one.
  func update(_ collaboration: String, add: [Data], remove: [Data], requestID: UUID) async throws {
    struct Updated: Decodable { var epoch: String }
    let _: Updated = try await post(
      "collaborations/\(collaboration.pathEncoded)/identities",
      [
        "requestID": requestID.base64url,
        "add": add.map { ["root": $0.base64url, "depth": 5] as [String: Any] },
        "remove": remove.map(\.base64url),
      ])
  }

  /// Takes back what a start made, where nobody was added.
  func takeBackLink(of documentID: String) async throws {
    struct Ended: Decodable {}
    let recipe = try await recipes().first { $0.documentID == documentID }
    guard let collaboration = recipe?.collaborationID else { return }
    let _: Ended = try await call(
      "DELETE", "collaborations/\(collaboration.pathEncoded)?ifUnused=true")
  }

  func participants(of collaboration: String) async throws -> [Participant] {
    struct List: Decodable { var participants: [Participant] }
    let list: List = try await call(
      "GET", "collaborations/\(collaboration.pathEncoded)/participants")
    return list.participants
  }

  // MARK: Being told

  /// The key with which the server pushes (RFC 8292).
  func pushKey() async throws -> Data {
    struct Keys: Decodable { var pushKey: String? }
    let keys: Keys = try await call("GET", path: "/.well-known/collab-keys.json")
    guard let key = keys.pushKey.flatMap({ Data(base64url: $0) }) else {
      throw RecipeError("This server tells nobody.")
    }
    return key
  }

  /// Where the server may tell this person, as their messenger gave it.
  func putNoticeAddress(_ address: Data, for collaboration: String) async throws {
    try await change(
      "PUT", "collaborations/\(collaboration.pathEncoded)/notice-address", body: address)
  }

  // MARK: Opening

  /// The value that the person's device has to sign.
  func challenge(for collaboration: String) async throws -> Data {
    struct Challenge: Decodable { var data: String }
    let answer: Challenge = try await call(
      "POST", "collaborations/\(collaboration.pathEncoded)/challenge")
    guard let data = Data(base64url: answer.data) else { throw RecipeError("A broken challenge.") }
    return data
  }

  struct Granted: Decodable { var documentID, title: String }

  func prove(_ proof: [UInt8], for collaboration: String) async throws -> Granted {
    try await call(
      "POST", "collaborations/\(collaboration.pathEncoded)/proof", body: Data(proof))
  }
}
