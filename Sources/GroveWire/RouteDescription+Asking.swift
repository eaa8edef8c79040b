extension RouteDescription {
  /// Requests that carry nothing by which the server would know them again: done twice, they count
  /// twice, or the second is refused because of the first.
  ///
  /// - `signUp`: the second is refused because the account exists; the messenger, which asks again by
  ///   itself, knows by that that the first was done.
  /// - `createAccount`: the second is refused as taken; signing in tells whether the first was done.
  /// - `createSession`: the second begins another session; the first ends by itself.
  /// - `beginProviderSignIn`, `linkProvider`: the second takes the first one's place in the browser.
  /// - `storeAttachment`: the second stores another copy; the first is never named by a message and
  ///   expires.
  /// - `leaveRendezvousMessage`: the second leaves the message twice, and the linking devices, who
  ///   count messages, begin anew.
  private static let unnamed: Set<String> = [
    "signUp", "createAccount", "createSession", "beginProviderSignIn",
    "linkProvider", "storeAttachment", "leaveRendezvousMessage",
  ]

  /// Whether the same request again is no change, or is known by its identifier: then a client that
  /// was told `outcome_unknown` asks again (decision 0023).
  public var mayBeAskedAgain: Bool { !Self.unnamed.contains(name) }
}
