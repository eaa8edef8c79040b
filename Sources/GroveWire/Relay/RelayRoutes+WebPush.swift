extension RelayRoutes {
  // MARK: Waking a closed page (protocol 12.10)

  public static let webPush = Route<NoBody, WebPushOffer>(
    "webPush", .get, "/relay/v1/web-push",
    summary: "The key that subscriptions are made for; 404 where this relay wakes nobody.",
    refusals: [.notFound])
  public static let setWebPush = Route<SetWebPush, NoBody>(
    "setWebPush", .put, "/relay/v1/web-push/subscription", status: 204,
    summary: """
      Where the calling device's browser takes web pushes. The relay posts one, without content, when \
      somebody the person knows has sent something and the device does not fetch it.
      """,
    refusals: [.notFound, .forbidden, .limitExceeded])
  public static let endWebPush = Route<NoBody, NoBody>(
    "endWebPush", .delete, "/relay/v1/web-push/subscription", status: 204,
    summary: "The calling device is not woken any more.")

  static let aboutWebPush: [RouteDescription] = [
    webPush.description, setWebPush.description, endWebPush.description,
  ]
}
