/// Begins a sign-in through the OpenID Provider, or the linking of an account with it.
public struct BeginProviderSignIn: Hashable, Sendable, Codable {
  /// Where the person is and comes back to: a path of this origin, at most 1024 bytes; the first page where there is none.
  public var returnPath: String?

  /// Made by a page just before it leaves for the provider.
  public init(returnPath: String? = nil) { self.returnPath = returnPath }
}

/// Where the browser goes now. What binds the answer to this browser is in a cookie beside it.
public struct ProviderSignInBegun: Hashable, Sendable, Codable {
  /// Of the provider.
  public var address: String

  /// What a server answers.
  public init(address: String) { self.address = address }
}

/// What has ended with an account's link to the provider.
public struct ProviderUnlinked: Hashable, Sendable, Codable {
  /// Every session but the calling one.
  public var endedSessions: Int

  /// What a server answers.
  public init(endedSessions: Int) { self.endedSessions = endedSessions }
}
