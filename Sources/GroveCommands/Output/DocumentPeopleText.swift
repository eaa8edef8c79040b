import GroveIdentity
import GroveMessage
import Messenger

/// Who is in a document, in the words of the pages' cards (`card-people.js`).
struct DocumentPeopleText {
  /// Names of those who are in it, without this person.
  var joined: [String]
  /// Names of those who can open it and have not, as far as is told.
  var invited: [String]
  /// What the app calls those whom nobody invited.
  var guests: [String]
  /// The app's server tells who comes and goes, and that this person came. Who was given it anew, or has lost all their
  /// devices, may hear of nobody until they have opened it again.
  var isTold: Bool
  /// The app's.
  var host: String

  /// Nil where there is nobody else of whom nothing is told.
  var sentence: String? {
    guard isTold else {
      let all = joined + invited + marked
      return all.isEmpty ? nil : "Shared with \(Self.listed(all))" + note
    }
    let here = joined + marked
    let seen = here.isEmpty ? "Only you are in it" : "In it: \(Self.listed(here + ["you"]))"
    // Of whom the app calls so one is in it already: that this is the very person nobody here knows, and it is likely.
    let waited = invited.filter { !guests.contains($0) }
    return seen + (waited.isEmpty ? "" : ". \(Self.listed(waited)) can open it") + note
  }

  private var marked: [String] { guests.map(NoticeBanner.guestName) }

  private var note: String {
    guard !guests.isEmpty else { return "" }
    let words = NoticeBanner.guestNote(host)
    return ". " + words.prefix(1).uppercased() + words.dropFirst()
  }

  /// "Ann", "Ann and Bob", "Ann, Bob and Carol", "Ann, Bob and 2 others".
  static func listed(_ names: [String]) -> String {
    switch names.count {
    case 0: ""
    case 1: names[0]
    case 2: "\(names[0]) and \(names[1])"
    case 3: "\(names[0]), \(names[1]) and \(names[2])"
    default: "\(names[0]), \(names[1]) and \(names.count - 2) others"
    }
  }
}

extension Messenger {
  /// Nil where it has ended, and where nobody else takes part.
  func peopleSentence(of state: DocumentState, at audience: Origin) async -> String? {
    guard state.ending == nil else { return nil }
    let (names, others) = (AccountDisplayNames(self), state.accounts.subtracting([accountID]))
    return DocumentPeopleText(
      joined: await names.names(of: others.intersection(state.joined)),
      invited: await names.names(of: others.subtracting(state.joined)),
      guests: state.guests.map(\.name), isTold: state.isTold && state.joined.contains(accountID),
      host: String(audience.text.split(separator: "/").last ?? "")
    ).sentence
  }
}
