import Crypto

/// What a challenge is bound to for a backend's session (protocol 7.2).
enum SessionBytes {
  static func hash(_ session: String) -> [UInt8] { Array(SHA256.hash(data: Array(session.utf8))) }
}
