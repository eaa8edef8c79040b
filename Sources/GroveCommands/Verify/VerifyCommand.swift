import ArgumentParser
import Foundation
import GroveIdentity

/// `grove verify`: checks the verifier from outside, in any language, against anybody's cases
/// (design 6).
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check signed identity proofs against the rules of protocol section 8.5.",
    discussion: """
      Each line of FILE is one JSON object with the members name, challengeKey, now, audience, \
      collaborationID, account, session, root, activationEpoch, publicKey, index, hashes, \
      challenge and signature: bytes as lowercase hex, now and activationEpoch as decimal strings, \
      index a number. Each line is answered with one JSON line: {"name":…,"result":"ok"} or a code \
      such as not_verified. Exit status 0 when every line was answered.

      EXAMPLE
        grove verify --batch cases.jsonl
        cat cases.jsonl | grove verify --batch -
      """)

  @Option(
    help: ArgumentHelp("Read JSON lines from FILE, or - for standard input.", valueName: "FILE"))
  var batch: String

  func run() throws {
    let input = batch == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: batch)
    guard let input else {
      throw CommandFailure("The file \(batch) cannot be read.")
    }
    // Far above the limit of a line, so that the name of an overlong one can still be echoed.
    var lines = LineReader(maximumLine: 16 << 20) {
      try Self.read(from: input)
    }
    while let line = try lines.next() {
      guard !BatchVerifier.isBlank(line) else { continue }
      try FileHandle.standardOutput.write(
        contentsOf: Data(BatchVerifier.answer(line: line) + [UInt8(ascii: "\n")]))
    }
  }

  /// What is there now: whoever writes a line and waits for its answer gets it.
  private static func read(from input: FileHandle) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let read = Foundation.read(input.fileDescriptor, buffer.baseAddress, buffer.count)
      guard read >= 0 else { throw CommandFailure("The input cannot be read.") }
      count = read
    }
  }
}
