import HTTPTypes

/// The session token as pages get it: out of reach of scripts, and sent along from other sites only
/// when a person follows a link.
enum SessionCookie {
  /// With the prefix browsers tie to TLS and to this very host, where there is TLS.
  static func name(isSecure: Bool) -> String {
    isSecure ? "__Host-grove-session" : "grove-session"
  }

  static func set(_ token: SessionToken, isSecure: Bool, now: UInt64) -> HTTPFields {
    let seconds = token.expiresAt > now ? (token.expiresAt - now) / 1000 : 0
    return fields(value: token.text, maximumAge: seconds, isSecure: isSecure)
  }

  static func clear(isSecure: Bool) -> HTTPFields {
    fields(value: "", maximumAge: 0, isSecure: isSecure)
  }

  private static func fields(value: String, maximumAge: UInt64, isSecure: Bool) -> HTTPFields {
    let attributes = "; Path=/; HttpOnly; SameSite=Lax; Max-Age=\(maximumAge)"
    let secure = isSecure ? "; Secure" : ""
    return [.setCookie: name(isSecure: isSecure) + "=" + value + attributes + secure]
  }
}
