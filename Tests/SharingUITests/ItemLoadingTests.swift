import Foundation
import GroveSystem
import SharedWithYouCore
import Testing

@testable import SharingUI

/// Apps whose handlers do not do what handlers do.
struct ItemLoadingTests {
  @Test func `an app that never gives its content is not waited for forever`() async throws {
    let provider = NSItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { _ in
      nil
    }
    provider.registerFileRepresentation(forTypeIdentifier: "public.text", visibility: .all) { _ in
      nil
    }
    await #expect(throws: NSItemProvider.ErrorCode.itemUnavailableError) {
      _ = try await provider.data(forTypeIdentifier: "public.data", within: 0)
    }
    let file = try #require(provider.representation(conformingTo: "public.text"))
    await #expect(throws: NSItemProvider.ErrorCode.itemUnavailableError) {
      _ = try await provider.file(file, within: 0)
    }
  }

  @Test func `a file that is not there is an error and not an empty copy`() async throws {
    let provider = NSItemProvider()
    provider.registerFileRepresentation(forTypeIdentifier: "public.text", visibility: .all) {
      $0(URL(fileURLWithPath: "/does/not/exist"), false, nil)
      return nil
    }
    await #expect(throws: ShareContentProblem.self) {
      _ = try await ShareContent.load(ShareRequest(providers: [provider]), from: .shared)
    }
  }

  @Test func `text without metadata is offered as a copy only`() async throws {
    let provider = NSItemProvider(object: NSString(string: "flour"))
    let content = try await ShareContent.load(
      ShareRequest(providers: [provider], title: "Bread/Rolls"), from: .shared)
    #expect(content.metadata == nil)
    #expect(content.file?.name == "Bread-Rolls.txt")
    #expect(content.file?.bytes == Array("flour".utf8))
    #expect(content.file?.mediaType == "text/plain")
  }

  @Test func `metadata larger than any app's is refused before it is read`() {
    let data = Data(repeating: 0x20, count: MetadataRepresentation.maximumBytes + 1)
    #expect(throws: NSItemProvider.ErrorCode.unavailableCoercionError) {
      try MetadataRepresentation.decode(data)
    }
  }

  @Test(arguments: [
    "", "/", "..", "../../etc/passwd", "a\u{0}b", "…", String(repeating: "x", count: 20),
  ])
  func `a title never becomes a path`(_ title: String) {
    let name = SafeFileName.make(from: title, ending: "md")
    #expect(!name.contains("/") && !name.hasPrefix(".") && name.hasSuffix(".md"))
    #expect(!name.contains("\u{0}"))
  }
}
