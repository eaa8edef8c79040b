import Foundation
import GroveIdentity
import RelayServer
import Testing

/// Where the relay's key for web push is kept.
@Suite struct RelayKeyFileTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = try RelayTestFolder()
    defer { folder.remove() }
    try body(folder.path + "/relay-keys.json")
  }

  @Test func `the key is made once, and readable by its owner only`() throws {
    try inFolder { path in
      let key = try RelayKeyFile.open(path)
      #expect(try RelayKeyFile.open(path).publicKey == key.publicKey)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test func `a key that others can read is refused, and so is what is no key`() throws {
    try inFolder { path in
      _ = try RelayKeyFile.open(path)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      #expect(throws: RelayKeyFile.Failure.exposed) { try RelayKeyFile.open(path) }
    }
    for text in ["", "{}", #"{"version":2,"webPush":"AA"}"#, #"{"version":1,"webPush":"AA"}"#] {
      try inFolder { path in
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(throws: RelayKeyFile.Failure.malformed) { try RelayKeyFile.open(path) }
      }
    }
  }
}
