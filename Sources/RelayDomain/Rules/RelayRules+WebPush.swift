/// Web push: whom the relay may wake, and where (protocol 12.10). When is `WebPushSchedule`.
extension RelayRules {
  /// The device's one subscription; it takes the place of an earlier one. The same again is no change.
  public static func setWebPush(
    _ subscription: WebPushSubscription, by caller: DeviceAddress, in reader: any RelayReader
  ) throws -> RelayAnswer<Void> {
    try decide {
      try reader.requireListed(caller)
      guard try reader.webPush(of: caller) != subscription else { return ((), []) }
      return ((), [.setWebPush(subscription, of: caller)])
    }
  }

  /// The device is not told any more; it is no harm if it never was.
  public static func endWebPush(by caller: DeviceAddress, in reader: any RelayReader) throws
    -> RelayAnswer<Void>
  {
    try decide {
      try reader.requireListed(caller)
      let isThere = try reader.webPush(of: caller) != nil
      return ((), isThere ? [.endWebPush(of: caller)] : [])
    }
  }

  /// The push service does not know the endpoint any more. A subscription that has taken its place
  /// meanwhile stays.
  public static func endWebPush(
    of device: DeviceAddress, at endpoint: WebPushEndpoint, in reader: any RelayReader
  ) throws -> RelayDecision<Void> {
    let isStill = try reader.webPush(of: device)?.endpoint == endpoint
    return RelayDecision(isStill ? [.endWebPush(of: device)] : [], answer: ())
  }

  /// Those of the devices that have a subscription and something they have not acknowledged.
  public static func wakeable(_ devices: [DeviceAddress], in reader: any RelayReader) throws
    -> [DeviceAddress: WebPushSubscription]
  {
    var found: [DeviceAddress: WebPushSubscription] = [:]
    for device in devices {
      guard let subscription = try reader.webPush(of: device),
        try reader.mailbox(device).entries > 0
      else { continue }
      found[device] = subscription
    }
    return found
  }
}
