package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// What a document is called since it was renamed.
package struct ToldTitle: SharingRecord, Hashable, Redacted {
  package static let kind = "told-title"
  package var collaboration: CollaborationKey
  package var title: String
  /// Milliseconds, of the renaming.
  package var at: UInt64
  /// What the newest invitation said then.
  package var instead: String?
  package var key: [UInt8] { collaboration.bytes }
}

/// The renaming of a document that this account said last to those it invited (protocol 12.3.1).
package struct SaidTitle: SharingRecord, Hashable {
  package static let kind = "said-title"
  package var collaboration: CollaborationKey
  /// A server tells of one renaming with the same under each identity of whoever did it.
  package var noticeID: NoticeID
  package var key: [UInt8] { collaboration.bytes }
}

/// What a document's text begins with since its app's server told so.
package struct ToldFirstLines: SharingRecord, Hashable, Redacted {
  package static let kind = "told-first-lines"
  package var collaboration: CollaborationKey
  /// Empty where nothing is written in it.
  package var firstLines: String
  /// Milliseconds, of what was told with them.
  package var at: UInt64
  package var key: [UInt8] { collaboration.bytes }
}

/// Why a document cannot be opened any more.
package struct ToldEnding: SharingRecord, Hashable {
  package static let kind = "told-ending"
  package var collaboration: CollaborationKey
  package var how: DocumentState.Ending
  /// Of the newest invitation that it ended: a later one opens the document again. Nothing is later than what is
  /// final.
  package var order: UInt64
  /// Milliseconds, as the ledger of notices has it; nil where no notice tells it to this person.
  package var at: UInt64?
  package var key: [UInt8] { collaboration.bytes }

  /// What was done to this person, as they are told of it: the end of a sentence that begins with who did it. Nil
  /// where the banner is about something else.
  package func deed(in banner: NoticeBanner) -> String? {
    guard let at, banner.kind == .removedCollaborator, !banner.isBySelf, banner.actors.count == 1,
      banner.firstAt <= at, at <= banner.latestAt
    else { return nil }
    return how.deed
  }
}

/// When the app's server said last that this person has it open.
package struct ToldOpened: SharingRecord, Hashable {
  package static let kind = "told-opened"
  package var collaboration: CollaborationKey
  /// Milliseconds, by that server's clock.
  package var at: UInt64
  package var key: [UInt8] { collaboration.bytes }
}

/// Who has gone, as the app's server tells.
package struct ToldGone: SharingRecord, Hashable {
  package static let kind = "told-gone"
  /// More are not remembered: an app takes no more people at once.
  package static let limit = 1024
  package var collaboration: CollaborationKey
  /// In the order in which they went.
  package var roots: [RootHash]
  package var key: [UInt8] { collaboration.bytes }
}

/// Who of them went by themselves: their identities stand (protocol 9.5), and they may come back.
package struct ToldLeft: SharingRecord, Hashable {
  package static let kind = "told-left"
  package var collaboration: CollaborationKey
  /// In the order in which they went.
  package var roots: [RootHash]
  package var key: [UInt8] { collaboration.bytes }
}

/// Who is in it, as the app's server tells.
package struct ToldCame: SharingRecord, Hashable, Redacted {
  package static let kind = "told-came"

  /// Somebody who came in, or has done something there.
  package struct Person: Hashable, Sendable, Codable {
    package var root: RootHash
    /// Whose it was when it was told: identities are refreshed.
    package var account: AccountID?
    /// What the app calls them, where no identity map knew them.
    package var name: String?
    /// By which they were told last, where others than they did it or somebody is known by no more than a name.
    package var noticeID: NoticeID?

    /// Whether a server told of both as of one person, of whom an identity map knows one.
    func isSamePerson(as other: Person) -> Bool {
      noticeID != nil && noticeID == other.noticeID && (account == nil) != (other.account == nil)
    }
  }

  package var collaboration: CollaborationKey
  /// In the order in which it was told of them.
  package var people: [Person]
  package var key: [UInt8] { collaboration.bytes }

  /// Somebody is known by no more than what the app calls them.
  var hasGuest: Bool { people.contains { $0.account == nil } }
}
