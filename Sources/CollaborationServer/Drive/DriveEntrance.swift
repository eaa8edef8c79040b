import CollaborationDomain
import Crypto
package import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import Synchronization

/// App passwords as people type them: 24 letters and digits in groups of four, 120 random bits.
package enum AppPasswordText {
  package static let randomBytes = 15
  /// Without those that are taken for one another.
  private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

  package static func make(random: [UInt8]) -> String {
    var (buffer, bits) = (UInt32(0), 0)
    var out: [UInt8] = []
    for byte in random {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        let letter = alphabet[Int(buffer >> UInt32(bits) & 31)]
        if !out.isEmpty, out.count % 5 == 4 { out.append(UInt8(ascii: "-")) }
        out.append(letter)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Of what somebody typed: case, spaces and hyphens do not count.
  package static func hash(_ text: String) -> AppPasswordHash {
    let plain = text.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != 0x20 }
    return AppPasswordHash(unchecked: Array(SHA256.hash(data: Array(plain))))
  }
}

/// Signs programs in that show an app password with every request (RFC 7617). Wrong ones are slowed down as at the
/// sign-in; those that were right lately stay so whatever others try, until they are revoked, which is looked up in the
/// transaction that answers.
final class DriveEntrance: Sendable {
  private struct Known: Sendable {
    var account: AccountLabel
    var at: UInt64
  }

  /// Above it all are forgotten, and looked up again.
  private static let most = 10_000

  private let tries: PasswordTries
  private let known = Mutex<[AppPasswordHash: Known]>([:])
  private let sessions: AppAuthenticator

  /// - Parameter sessions: by which pages of this server are signed in.
  init(_ tries: PasswordTries, sessions: AppAuthenticator) {
    self.tries = tries
    self.sessions = sessions
  }

  /// Who is signed in where a page of this server asks; nil where none does.
  /// - Throws: `unauthenticated` for a session that is over.
  func page(_ request: TreeRequest, at now: UInt64) async throws -> DriveCall? {
    guard let credential = request.sessionOfPage(cookieName: sessions.cookieName) else {
      return nil
    }
    let caller = try await sessions.caller(presenting: credential, headers: request.headers)
    return DriveCall(Call(caller, at: now))
  }

  /// - Parameter look: whether the password is one of the account's, noting its use.
  /// - Throws: `unauthenticated`, `credentials_invalid`, `account_disabled`, `rate_limited`.
  func admit(
    _ request: TreeRequest, at now: UInt64, look: (DriveCall) async throws -> Void
  ) async throws -> DriveCall {
    guard let (user, password) = Self.credentials(in: request.headers) else {
      throw Problem(.unauthenticated)
    }
    guard let account = try? AccountLabel(user) else { throw Problem(.credentialsInvalid) }
    let hash = AppPasswordText.hash(password)
    let call = DriveCall(account: account, password: hash, at: now)
    let last = known.withLock { $0[hash] }
    if let last, last.account == account, now < last.at + AppPasswordRules.useIsNotedEvery {
      return call
    }
    let attempt = SignInAttempt(account: account, address: request.clientAddress)
    try tries.admit(attempt)
    do {
      try await look(call)
    } catch DriveRefusal.unauthenticated {
      throw Problem(.credentialsInvalid)
    }
    tries.succeeded(attempt)
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[hash] = Known(account: account, at: now)
    }
    return call
  }

  /// It opens nothing any more.
  func forget(_ hash: AppPasswordHash) { _ = known.withLock { $0.removeValue(forKey: hash) } }

  private static func credentials(in headers: HTTPFields) -> (user: String, password: String)? {
    let fields = headers[values: .authorization]
    guard fields.count == 1, let field = fields.first, field.utf8.count <= 2048,
      field.prefix(6).lowercased() == "basic "
    else { return nil }
    let text = field.dropFirst(6).drop { $0 == " " }.map { letter in
      letter == "+" ? "-" : letter == "/" ? "_" : letter
    }
    let unpadded = String(text.prefix { $0 != "=" })
    guard let bytes = try? Base64URL.decode(unpadded),
      let pair = String(validating: bytes, as: UTF8.self), let colon = pair.firstIndex(of: ":")
    else { return nil }
    return (String(pair[..<colon]), String(pair[pair.index(after: colon)...]))
  }
}
