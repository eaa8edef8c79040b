extension CollaborationRoutes {
  // MARK: Sign-in through an OpenID Provider; `not_found` where none is configured

  public static let beginProviderSignIn = Route<BeginProviderSignIn, ProviderSignInBegun>(
    "beginProviderSignIn", .post, "/collab/v1/provider/sign-ins", .none, status: 201,
    summary: """
      Begins a sign-in through the OpenID Provider: the browser goes to the address, and comes back to \
      `/collab/v1/provider/callback`. For this browser, within ten minutes, once.
      """,
    refusals: [.notFound, .forbidden, .providerUnreachable, .providerInvalid])
  public static let linkProvider = Route<BeginProviderSignIn, ProviderSignInBegun>(
    "linkProvider", .post, "/collab/v1/me/provider", status: 201,
    summary: """
      Begins the linking of the calling account, which has a password, with whoever signs in at the \
      provider: the same way there and back, in the calling session.
      """,
    refusals: changes + [.notFound, .providerUnreachable, .providerInvalid])
  public static let unlinkProvider = Route<NoBody, ProviderUnlinked>(
    "unlinkProvider", .delete, "/collab/v1/me/provider",
    summary: "Ends the account's link to the provider, and every other session with its streams.",
    refusals: changes + [.notFound])
  public static let providerCallback = Route<NoBody, RawBody>(
    "providerCallback", .get, "/collab/v1/provider/callback", .none, status: 303,
    summary: """
      Where the provider sends the browser back (RFC 6749, section 4.1.2). Signs in and leads to where \
      the person was; or a page with the status of a problem says, with its code, why not.
      """,
    parameters: [
      RouteParameter("state", .text, "What the attempt began with."),
      RouteParameter("code", .text, "To be exchanged for the ID token."),
      RouteParameter("error", .text, "Why there is no code."),
      RouteParameter("iss", .text, "The provider (RFC 9207)."),
    ], refusals: [.notFound], takesAnyQuery: true)

  static let aboutProvider: [RouteDescription] = [
    beginProviderSignIn.description, linkProvider.description, unlinkProvider.description,
    providerCallback.description,
  ]
}
