import GroveClient
public import GroveIdentity
public import GroveMessage
public import GroveSystem
import GroveWire

extension Messenger {
  /// Begins to make this folder a device of an account that exists (protocol 3.8).
  /// - Throws: `deviceExists`, `inUse`, `folderUnusable`.
  public static func beginLinking(
    folder: String, relay: Origin, passphrase: String? = nil,
    environment: MessengerEnvironment = .system()
  ) throws(MessengerError) -> LinkingDevice {
    let place = DeviceFolder(folder)
    let lock = try claim(place)
    let keyFile = try KeyFile.create(
      place.keyFile, passphrase: passphrase, salt: environment.random(32))
    let identityKey = SigningKey()
    let baseKey = DiversificationBaseKey()
    let request = DeviceLinkRequest(
      identityKey: identityKey.publicKey, baseKey: baseKey.publicKey,
      rendezvous: RendezvousID(unchecked: environment.random(RendezvousID.byteCount)))
    return LinkingDevice(
      text: request.text, request: request, folder: place, lock: lock, keyFile: keyFile,
      relay: relay, identityKey: identityKey, baseKey: baseKey, environment: environment)
  }

  /// Takes the device that shows this code into the account.
  ///
  /// - Parameters:
  ///   - text: the code the new device shows.
  ///   - flags: what the new device may do.
  ///   - timeLimit: seconds to wait for the other person, or hand.
  ///   - onOffer: called with the digits to show here; the new device shows the same.
  /// - Throws: `linkCodeInvalid`, `linkTimedOut`, `linkRefused`, `limitExceeded`, ….
  public func linkDevice(
    text: String,
    flags: DeviceEntry.Flags = [.mayChangeDeviceList, .takesPartInCollaborations],
    timeLimit: Int = 600, onOffer: @Sendable (AccountDigits) async -> Void = { _ in }
  ) async throws(MessengerError) -> DeviceSummary {
    let request: DeviceLinkRequest
    do {
      request = try DeviceLinkRequest(text: text)
    } catch {
      throw MessengerError(.linkCodeInvalid)
    }
    let chain = try await refreshed(accountID).chain
    guard chain.newest.devices.count < AccountStatement.maximumDevices else {
      throw MessengerError(.limitExceeded, "an account has at most 32 devices")
    }
    var meeting = Rendezvous(
      relay, request.rendezvous, until: now + UInt64(max(0, timeLimit)) * 1000, environment)
    let offer = DeviceLinkOffer(request, flags: flags, chain: chain)
    try await meeting.leave(.offer(offer))
    await onOffer(offer.digits)
    let entry = request.entry(flags: flags)
    let possession = try await meeting.next { message -> SignedStatement.Possession? in
      guard case .possession(let possession) = message else { return nil }
      return try? possession.check(
        entry: entry, accountID: chain.accountID, prevHash: chain.newestHash
      ).get()
    }
    try await publish(
      devices: chain.newest.devices + [entry], after: chain.newest, possession: [possession],
      kemKey: nil)
    try await meeting.leave(.complete(DeviceLinkComplete(try await ownAccount().chain)))
    return DeviceSummary(
      deviceID: entry.deviceID, isThisDevice: false,
      mayChangeDeviceList: flags.contains(.mayChangeDeviceList),
      takesPartInCollaborations: flags.contains(.takesPartInCollaborations))
  }
}
