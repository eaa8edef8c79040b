extension CollaborationRoutes {
  // MARK: Signing in on another device (protocol 8.10)

  public static let makeSignInCode = Route<NoBody, SignInCodeMade>(
    "makeSignInCode", .post, "/collab/v1/sign-in-codes", status: 201,
    summary: """
      Makes a code to sign in to the calling account with on another device: good once, for ten minutes \
      and no longer than the calling session; it takes the place of an earlier one. `forbidden` to a \
      backend.
      """,
    refusals: changes)
  public static let useSignInCode = Route<UseSignInCode, AppSession>(
    "useSignInCode", .post, "/collab/v1/sign-in-codes/use", .none, status: 201,
    summary: """
      Signs in by a code that was made on another device. What is no code, was used, replaced or has ended \
      is refused alike.
      """,
    refusals: [.codeInvalid, .forbidden])

  static let aboutSignInCodes: [RouteDescription] = [
    makeSignInCode.description, useSignInCode.description,
  ]
}
