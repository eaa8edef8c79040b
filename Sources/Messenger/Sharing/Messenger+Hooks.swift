import GroveIdentity

extension Messenger {
  /// What sharing does with what arrives.
  static func sharingHooks(
    _ keys: DeviceKeys, _ seal: LocalSeal, _ environment: MessengerEnvironment
  ) -> SharingHooks { .none }
}
