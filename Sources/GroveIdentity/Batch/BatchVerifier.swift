/// `grove verify --batch` (design 6): a JSON line in, a JSON line out, so that anyone can check the
/// verifier from outside against cases of their own.
public enum BatchVerifier {
  /// A longer line is `malformed`. The line feed does not count.
  public static let maximumLineBytes = 64 * 1024

  /// Whether a line is skipped without an answer.
  public static func isBlank(_ line: [UInt8]) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  /// `{"name":…,"result":"ok"}` or a code of protocol 8.5, without a line feed.
  ///
  /// - Parameter line: one line without its line feed. Of a line above 64 KiB only the name is
  ///   looked at.
  public static func answer(line: [UInt8]) -> [UInt8] {
    answer(name: name(in: line), result: result(of: line)?.rawValue ?? "ok")
  }

  private static func result(of line: [UInt8]) -> ProofRefusal? {
    guard line.count <= maximumLineBytes, let item = try? BatchCase(line: line),
      let verifier = verifier(for: item)
    else { return .malformed }
    switch verifier.verify(item.proof, binding: item.binding, now: item.now) {
    case .refused(let refusal): return refusal
    case .verified(let proof):
      let activationEpoch = proof.root == item.root ? item.activationEpoch : nil
      return ProofVerifier.refusal(of: proof, activationEpoch: activationEpoch)
    }
  }

  /// Any `keyID` is taken for the given key.
  private static func verifier(for item: BatchCase) -> ProofVerifier? {
    let challenge = item.proof.challenge
    let keyID = challenge.count > 1 ? challenge[1] : 0
    return (try? ChallengeKey(keyID: keyID, secret: SecretBytes(item.challengeKey)))
      .map { ProofVerifier(keys: ChallengeKeys(current: $0)) }
  }

  /// The member `name` where the line is an object and the member a string. Reads on through what
  /// makes a line malformed without making it another text: its length, its depth, lone surrogates
  /// elsewhere.
  private static func name(in line: [UInt8]) -> String? {
    guard var scanner = try? JSONScanner(line, strictness: .grammarOnly) else { return nil }
    return try? name(from: &scanner)
  }

  private static func name(from scanner: inout JSONScanner) throws(IdentityError) -> String? {
    var name: String?
    try scanner.beginObject()
    while let member = try scanner.nextMember() {
      if member == "name", let text = try? scanner.strictString() { name = text }
      try scanner.skipValue()
    }
    try scanner.finish()
    return name
  }

  private static func answer(name: String?, result: String) -> [UInt8] {
    let name = name.map(JSONText.quoted) ?? "null"
    return Array(#"{"name":\#(name),"result":"\#(result)"}"#.utf8)
  }
}

extension JSONScanner {
  /// The string that comes next, without reading past it; lone surrogates are refused.
  fileprivate func strictString() throws(IdentityError) -> String {
    var copy = self
    copy.strictness = .strict
    return String(decoding: try copy.string(), as: UTF8.self)
  }
}
