import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Testing

@testable import GroveAgent
@testable import GroveAgentServer

/// What travels between apps and the agent.
struct ProtocolTests {
  private static func copy<Value: Codable>(_ value: Value) throws -> Value {
    try StrictJSON.decode(Value.self, from: StrictJSON.encode(value))
  }

  @Test func `errors travel as their codes, and an unknown code is an internal error`() throws {
    for code in MessengerError.Code.allCases {
      let error = MessengerError(code, "detail", problem: .rateLimited)
      let copy = try Self.copy(error)
      #expect(copy == error)
      #expect(copy.detail == "detail")
      #expect(copy.isTemporary == error.isTemporary)
    }
    let later = try StrictJSON.decode(
      MessengerError.self, from: Array("{\"code\":\"of_a_later_version\"}".utf8))
    #expect(later == MessengerError(.internalError))
  }

  @Test func `a sheet travels with everything the person chose`() throws {
    var metadata = CollaborationMetadata(
      localIdentifier: "d", title: "Bread", initiatorHandle: "a@b.example", initiatorName: "A")
    metadata.defaultShareOptions = try CollaborationShareOptions(
      groups: [
        CollaborationOptionsGroup(
          identifier: "p", kind: .picker,
          options: [
            CollaborationOption(identifier: "w", title: "Write", isSelected: true),
            CollaborationOption(identifier: "r", title: "Read"),
          ])
      ], summary: "Everyone")
    let origin = try Sample.origin("recipes")
    let made = ShareSheet(
      origin: origin, appName: "Recipes", metadata: metadata,
      file: .init(name: "b", mediaType: "text/plain", bytes: [0, 1, 255]), image: [7, 8],
      suggestedConversations: [.zero])
    var sheet = try #require(made)
    let refusal = sheet.setOption("r", selected: true)
    #expect(refusal == nil)
    let person = AccountID.random()
    sheet.choose(.random(), members: [person])
    sheet.text = "with\nlines"
    let copy = try Self.copy(sheet)
    let drafts = (
      sheet.draft(draftID: .zero, createdAt: 5), copy.draft(draftID: .zero, createdAt: 5)
    )
    #expect(drafts.0 == drafts.1)
    #expect(copy.summary == "Read")
    #expect(copy.suggestedConversations == [.zero])
    #expect(copy.modes == [.collaborate, .sendCopy])
  }

  @Test(arguments: [
    #"{"appName":"","image":"","mode":"collaborate","origin":"https://a.example","recipients":[],"suggestedConversations":[],"text":""}"#,
    #"{"appName":"","image":"","metadata":{"localIdentifier":"","title":""},"mode":"sendCopy","origin":"https://a.example","recipients":[],"suggestedConversations":[],"text":""}"#,
    #"{"appName":"","image":"","metadata":{"localIdentifier":"","title":""},"mode":"collaborate","origin":"a","recipients":[],"suggestedConversations":[],"text":""}"#,
  ])
  func `a sheet that no app could have made is not read`(json: String) {
    #expect(throws: (any Error).self) {
      try StrictJSON.decode(ShareSheet.self, from: Array(json.utf8))
    }
  }

  @Test func `a sheet with endless recipients is not read`() throws {
    let origin = try Sample.origin("recipes")
    var sheet = try #require(
      ShareSheet(
        origin: origin, appName: "", metadata: .init(localIdentifier: "", title: "")))
    sheet.choose(.zero, members: (0..<1025).map { _ in .random() })
    let json = try StrictJSON.encode(sheet)
    #expect(throws: IdentityError.self) { try StrictJSON.decode(ShareSheet.self, from: json) }
  }

  @Test
  func `files and images travel as base64url, and drafts that were stored as numbers are read`()
    throws
  {
    let file = ShareSheet.FileRepresentation(name: "b", mediaType: "t", bytes: [0, 1, 255])
    let json = String(decoding: try StrictJSON.encode(file), as: UTF8.self)
    #expect(json == #"{"bytes":"AAH_","mediaType":"t","name":"b"}"#)
    let stored = #"{"bytes":[0,1,255],"mediaType":"t","name":"b"}"#
    #expect(
      try StrictJSON.decode(ShareSheet.FileRepresentation.self, from: Array(stored.utf8)) == file)
  }

  @Test func `a raw proof and a failure with the app's words travel`() throws {
    let proof = IdentityProof(
      form: .raw(
        RawIdentityProof(
          publicKey: [1], publicKeyIndex: 2, inclusionHashes: [[3]], challenge: [4],
          signature: [5], signatureFormat: .p1363)), root: .zero)
    #expect(try Self.copy(proof) == proof)
    let outcome = ShareOutcome.failed(.startFailed("no \"oven\""))
    #expect(try Self.copy(outcome) == outcome)
    let answer = StartCollaborationAnswer.fulfilled(
      link: "https://a.example/1", collaborationID: try CollaborationID("1"), epoch: .max)
    #expect(try Self.copy(answer) == answer)
  }

  @Test func `a line is one line, whatever is in it`() throws {
    let frame = ClientFrame.ask(id: 1, .message("two\nlines\u{2028}and\r\nmore", .zero))
    #expect(!(try StrictJSON.encode(frame)).contains(10))
  }

  @Test func `lines print nothing of what is in them`() throws {
    let secret = "very secret words"
    let frames: [Any] = [
      ClientFrame.ask(id: 1, .message(secret, .zero)), AgentRequest.message(secret, .zero),
      ClientFrame.answer(id: 1, .text(secret)), ClientAnswer.text(secret),
      AgentFrame.output(id: 1, isError: false, text: secret),
      AgentFrame.answer(
        id: 1, .recipient(Recipient(account: .zero, handle: secret, name: secret))),
      AgentCommand(arguments: [secret], directory: secret, environment: ["X": secret]),
      ClientQuestion.prompt(command: 1, text: secret, kind: .password),
    ]
    for frame in frames {
      var dumped = ""
      dump(frame, to: &dumped)
      #expect(!"\(frame) \(String(reflecting: frame)) \(dumped)".contains("secret words"))
    }
  }
}
