import GroveIdentity
import GroveSystem

/// A share sheet in the hands of somebody who types lines: what is shown and what a line means. Pure;
/// looking people up and sending are the presenter's.
struct TerminalSheet: Sendable {
  /// Somebody added by handle.
  struct Person: Hashable, Sendable {
    let account: AccountID
    let handle: String
    let name: String
  }

  /// What a line asks for beyond the sheet itself.
  enum Step: Hashable, Sendable {
    case none
    case choose(ConversationID)
    case lookUp(handle: String)
    case send
    case stage
    case cancel
    case help
    case show
  }

  /// A word about the last line.
  enum Note: Hashable, Sendable {
    case said(String)
    case refused(String)
  }

  var sheet: ShareSheet
  /// The suggested ones first.
  let conversations: [ConversationSummary]
  private(set) var people: [Person] = []
  var note: Note?

  init(sheet: ShareSheet, conversations: [ConversationSummary]) {
    self.sheet = sheet
    let suggested = sheet.suggestedConversations.compactMap { id in
      conversations.first { $0.id == id }
    }
    let others = conversations.filter { !sheet.suggestedConversations.contains($0.id) }
    self.conversations = Array((suggested + others).prefix(Self.letters.count))
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  static func letter(_ index: Int) -> String { String(letters[index]) }

  /// Every option in the order shown; an option's number is its place.
  var options: [CollaborationOption] { sheet.options?.groups.flatMap(\.options) ?? [] }

  mutating func add(_ person: Person) {
    guard !sheet.recipients.contains(person.account) || !people.contains(person) else {
      note = .said("\(person.name) is among them already.")
      return
    }
    // From a conversation to single people: its members are not taken along.
    if sheet.conversation != nil { for account in sheet.recipients { sheet.remove(account) } }
    sheet.add(person.account)
    people.append(person)
    note = .said("Added \(person.name).")
  }

  mutating func removePerson(at place: Int) -> Person {
    let person = people.remove(at: place)
    sheet.remove(person.account)
    return person
  }

  /// A conversation was chosen: its people replace single ones.
  mutating func chose(_ title: String) {
    people = []
    note = .said("To \(title).")
  }

  var conversation: ConversationSummary? {
    sheet.conversation.flatMap { id in conversations.first { $0.id == id } }
  }

  /// Whom it goes to, in words.
  var destination: String? {
    if let conversation { return conversation.title }
    return people.isEmpty ? nil : people.map(\.name).joined(separator: ", ")
  }
}
