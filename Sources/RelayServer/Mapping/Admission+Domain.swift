import GroveIdentity
import GroveWire
import RelayDomain

extension GroveWire.Admission {
  init(_ admission: RelayDomain.Admission) {
    self.init(
      policy: admission.policy == .ask ? .ask : .anybody, admitted: admission.admitted,
      blocked: admission.blocked)
  }
}

extension RequestPolicy {
  init(_ policy: GroveWire.Admission.Policy) {
    switch policy {
    case .ask: self = .ask
    case .anybody: self = .anybody
    }
  }
}

extension OwnDevices {
  init(_ devices: [DeviceView]) {
    self.init(
      devices: devices.map {
        Device(
          deviceID: $0.device, lastSeenAt: DecimalUInt64($0.lastSeenAt),
          receivesUntil: DecimalUInt64($0.receivesUntil))
      })
  }
}

extension EnvelopesAccepted {
  init(_ queued: EnvelopesQueued) {
    let undelivered = queued.undelivered.map {
      UndeliveredEnvelope(
        accountID: $0.recipient.account, deviceID: $0.recipient.device,
        reason: $0.reason.rawValue)
    }
    self.init(
      accepted: queued.accepted, duplicates: queued.duplicates,
      undelivered: undelivered.isEmpty ? nil : undelivered)
  }
}
