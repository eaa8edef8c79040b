import GroveServing
package import HTTPTypes

/// The accounts for which a browser is a known device, as one cookie: out of reach of scripts, never
/// sent along from other sites, and kept over signing out.
package enum DeviceCookie {
  /// A browser that several people use; a fifth account takes the place of the one unused longest.
  private static let maximumAccounts = 4
  /// What browsers keep at most: 400 days.
  private static let maximumAge = 400 * 86_400

  package static func name(isSecure: Bool) -> String {
    isSecure ? "__Host-grove-devices" : "grove-devices"
  }

  /// What the browser shows, the newest first.
  package static func shown(in headers: HTTPFields, isSecure: Bool) -> [String] {
    let value = RequestCookie.value(of: name(isSecure: isSecure), in: headers) ?? ""
    return Array(value.split(separator: ".").prefix(maximumAccounts).map(String.init))
  }

  /// - Parameters:
  ///   - old: what this one takes the place of, among `shown`.
  static func set(
    _ device: KnownDevice, insteadOf old: KnownDevice?, shown: [String], isSecure: Bool
  )
    -> HTTPField
  {
    let others = shown.filter { $0 != device.text && $0 != old?.text && isOurs($0) }
    let value = ([device.text] + others).prefix(maximumAccounts).joined(separator: ".")
    let attributes = "; Path=/; HttpOnly; SameSite=Strict; Max-Age=\(maximumAge)"
    return HTTPField(
      name: .setCookie,
      value: name(isSecure: isSecure) + "=" + value + attributes + (isSecure ? "; Secure" : ""))
  }

  /// Only what could be a device goes back into a header.
  private static func isOurs(_ text: String) -> Bool {
    text.utf8.count <= 128
      && text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45
          || $0 == 95
      }
  }
}
