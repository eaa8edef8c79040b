import HTTPTypes

/// `localhost` is this machine's name and yet another origin: keys, sign-ins and links belong to the
/// public origin. Whoever types it is led there.
enum LoopbackName {
  /// Where a page is that was asked for by that name and whose public origin has the number.
  static func address(of head: HTTPRequest, on publicOrigin: String) -> String? {
    let number = "http://127.0.0.1"
    guard publicOrigin.hasPrefix(number), head.method == .get || head.method == .head,
      head.authority == "localhost" + publicOrigin.dropFirst(number.count)
    else { return nil }
    let path = head.path ?? "/"
    // A path that begins with two slashes would name another host.
    guard path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
    return publicOrigin + path
  }
}
