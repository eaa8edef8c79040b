import Foundation
import GroveClient
import GroveCommands
import GroveIdentity
import GroveWire

/// A collaboration server as a process of its own, with a document that is shared, one that has been,
/// and a backend in whose name requests are made.
struct TimedServer: Sendable {
  let origin: Origin
  let shared: CollaborationID
  let sharedDocument: String
  let ended: CollaborationID
  private let process: ChildProcess
  private let folder: String

  private static let serviceKey = "service-key-of-the-documents-app-0123456789"

  private struct Started: Codable { var origin: Origin }

  init() async throws {
    folder = FileManager.default.temporaryDirectory.path + "/grove-timing-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = folder + "/settings.json"
    try Data(#"{"service-keys": "\#(Self.serviceKey)"}"#.utf8)
      .write(to: URL(fileURLWithPath: settings))
    process = try ChildProcess(
      "collaboration",
      arguments: [
        "serve", "--only", "collaboration", "--config", settings, "--data", folder + "/data",
        "--json", "--app-port", "0", "--operations-address", "off", "--log-level", "warning",
      ],
      folder: folder, executable: try GroveServers.executable())
    let line = try await process.line(within: 60)
    origin = try StrictJSON.decode(Started.self, from: Array(line.utf8)).origin
    let ann = try Self.client("ann", at: origin)
    (shared, sharedDocument) = try await Self.share(ann)
    (ended, _) = try await Self.share(ann)
    _ = try await ann.endCollaboration(ended)
  }

  func end() async {
    await process.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func client(_ account: String, at origin: Origin) throws -> CollaborationClient {
    CollaborationClient(
      origin: origin,
      credentials: FixedCredentials.backend(
        serviceKey: serviceKey, account: try AccountLabel(account), session: "\(account)-session"),
      transport: HTTPClientTransport())
  }

  /// With ten identities, as many as a family has.
  private static func share(_ client: CollaborationClient) async throws
    -> (CollaborationID, document: String)
  {
    let document = try await client.createDocument(
      CreateDocument(requestID: .random(), title: "Baking Recipes")
    ).documentID
    let options = ShareOptions(access: .readWrite, allowsComments: true, allowsMentions: true)
    let id = try await client.prepareCollaboration(
      PrepareCollaboration(requestID: .random(), options: options), of: document
    ).collaborationID
    let roots = (0..<10).map { _ in RootHash.random() }
    _ = try await client.updateIdentities(
      UpdateIdentities(requestID: .random(), add: roots.map { .init(root: $0, depth: 5) }), of: id)
    return (id, document)
  }

  /// A request as it travels.
  func bytes(
    _ method: String, _ path: String, as account: String, _ body: [UInt8]?
  ) -> [UInt8] {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    head += "Authorization: Bearer \(Self.serviceKey)\r\nGrove-Account: \(account)\r\n"
    head += "Grove-Session: \(account)-session\r\n"
    if let body {
      head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
    }
    return Array((head + "\r\n").utf8) + (body ?? [])
  }

  var port: UInt16 { UInt16(origin.text.split(separator: ":").last ?? "") ?? 0 }
}
