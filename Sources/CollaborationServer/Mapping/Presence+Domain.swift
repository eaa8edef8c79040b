import CollaborationDomain
import GroveIdentity
import GroveWire

extension Presence {
  init(_ entries: [PresenceTable.Entry]) {
    self.init(
      present: entries.map { entry in
        Present(
          account: entry.account, displayName: entry.displayName, clientID: entry.clientID,
          state: Base64URLBytes(entry.state), expiresAt: DecimalUInt64(entry.expiresAt))
      })
  }
}
