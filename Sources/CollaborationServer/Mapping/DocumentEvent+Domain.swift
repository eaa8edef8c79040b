import CollaborationDomain
import GroveIdentity
import GroveWire

extension DocumentEvent {
  init(_ entry: EventRecord, names: [AccountLabel: String]) {
    self.init(
      sequence: DecimalUInt64(entry.sequence), kind: Kind(entry.kind), account: entry.account,
      displayName: names[entry.account], at: DecimalUInt64(entry.at))
    switch entry.kind {
    case .edit(let updateID, let data), .comment(let updateID, let data):
      self.updateID = updateID
      self.data = Base64URLBytes(data)
    case .renamed(let title): self.title = title
    case .moved(let location): self.location = location
    case .optionsChanged(let options): self.options = ShareOptions(options)
    case .granted(let account), .left(let account), .knocked(let account): subject = account
    case .removed(let account): subject = account
    }
  }
}

extension DocumentEvent.Kind {
  init(_ kind: EventRecord.Kind) {
    self =
      switch kind {
      case .edit: .edit
      case .comment: .comment
      case .renamed: .renamed
      case .moved: .moved
      case .optionsChanged: .optionsChanged
      case .granted: .granted
      case .removed: .removed
      case .left: .left
      case .knocked: .knocked
      }
  }
}

extension DocumentEventPage {
  init(_ page: EventPage) {
    self.init(events: page.events.map { DocumentEvent($0, names: page.names) }, more: page.more)
  }
}
