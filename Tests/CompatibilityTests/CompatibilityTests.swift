// Every name that docs/COMPATIBILITY.md calls present or different, used: what does not compile is not
// there. The list of names is compared with the page's.
// Long because it is one list, in the order of the page's sections, and is read beside the page.
import CloudKit
import GroveDrive
import SharedWithYou
import Testing

private struct Sample: Transferable, Codable {
  var text: String
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(exporting: \.text)
  }
}

/// That a property can be set as well as read.
private func RW<Root, Value>(_ path: ReferenceWritableKeyPath<Root, Value>) -> Any { path }

private struct Uses {
  private(set) var names: [String] = []
  mutating func add(_ name: String, _ proof: Any) { names.append(name) }
}

@MainActor
struct CompatibilityTests {
  private let metadata = SWCollaborationMetadata(localIdentifier: .init("a"))
  private let option = SWCollaborationOption(title: "a", identifier: "a")

  private func uses1_1(_ uses: inout Uses) {
    uses.add("SWCollaborationIdentifier", SWCollaborationIdentifier.self)
    uses.add("SWCollaborationIdentifier.init(rawValue:)", SWCollaborationIdentifier.init(rawValue:))
    uses.add("SWCollaborationIdentifier.init(_:)", SWCollaborationIdentifier.init(_:))
    uses.add("SWCollaborationIdentifier.rawValue", \SWCollaborationIdentifier.rawValue)
    uses.add(
      "SWCollaborationIdentifier: RawRepresentable, Equatable, Hashable, Sendable",
      SWCollaborationIdentifier("a") as any RawRepresentable & Hashable & Sendable)
    uses.add("SWLocalCollaborationIdentifier", SWLocalCollaborationIdentifier.self)
    uses.add(
      "SWLocalCollaborationIdentifier.init(rawValue:)",
      SWLocalCollaborationIdentifier.init(rawValue:))
    uses.add("SWLocalCollaborationIdentifier.init(_:)", SWLocalCollaborationIdentifier.init(_:))
    uses.add("SWLocalCollaborationIdentifier.rawValue", \SWLocalCollaborationIdentifier.rawValue)
    uses.add(
      "SWLocalCollaborationIdentifier: RawRepresentable, Equatable, Hashable, Sendable",
      SWLocalCollaborationIdentifier("a") as any RawRepresentable & Hashable & Sendable)
  }

  private func uses1_2(_ uses: inout Uses) {
    uses.add("SWCollaborationMetadata", SWCollaborationMetadata.self)
    uses.add(
      "SWCollaborationMetadata.init(localIdentifier:)",
      SWCollaborationMetadata.init(localIdentifier:))
    uses.add(
      "SWCollaborationMetadata.init(collaborationIdentifier:)",
      SWCollaborationMetadata.init(collaborationIdentifier:))
    uses.add(
      "SWCollaborationMetadata.init(localIdentifier:title:defaultShareOptions:initiatorHandle:initiatorNameComponents:)",
      SWCollaborationMetadata.init(
        localIdentifier:title:defaultShareOptions:initiatorHandle:initiatorNameComponents:))
    uses.add(
      "SWCollaborationMetadata.collaborationIdentifier",
      \SWCollaborationMetadata.collaborationIdentifier)
    uses.add("SWCollaborationMetadata.localIdentifier", \SWCollaborationMetadata.localIdentifier)
    uses.add("SWCollaborationMetadata.title", RW(\SWCollaborationMetadata.title))
    uses.add(
      "SWCollaborationMetadata.defaultShareOptions",
      RW(\SWCollaborationMetadata.defaultShareOptions))
    uses.add(
      "SWCollaborationMetadata.userSelectedShareOptions",
      RW(\SWCollaborationMetadata.userSelectedShareOptions))
    uses.add(
      "SWCollaborationMetadata.initiatorHandle", RW(\SWCollaborationMetadata.initiatorHandle))
    uses.add(
      "SWCollaborationMetadata.initiatorNameComponents",
      RW(\SWCollaborationMetadata.initiatorNameComponents))
    uses.add(
      "SWCollaborationMetadata: NSSecureCoding, NSCopying, NSMutableCopying",
      metadata as any NSSecureCoding & NSCopying & NSMutableCopying)
    uses.add(
      "SWCollaborationMetadata: NSItemProviderReading, NSItemProviderWriting",
      metadata as any NSItemProviderReading & NSItemProviderWriting)
    uses.add("SWCollaborationMetadata: Transferable", metadata as any Transferable)
    uses.add(
      "SWCollaborationMetadata.transferRepresentation",
      SWCollaborationMetadata.transferRepresentation)
  }

  private func uses1_3(_ uses: inout Uses) {
    uses.add("SWCollaborationOption", SWCollaborationOption.self)
    uses.add(
      "SWCollaborationOption.init(title:identifier:subtitle:selected:requiredOptionsIdentifiers:)",
      SWCollaborationOption.init(title:identifier:subtitle:selected:requiredOptionsIdentifiers:))
    uses.add(
      "SWCollaborationOption.init(title:identifier:)", SWCollaborationOption.init(title:identifier:)
    )
    uses.add("SWCollaborationOption.title", RW(\SWCollaborationOption.title))
    uses.add("SWCollaborationOption.identifier", \SWCollaborationOption.identifier)
    uses.add("SWCollaborationOption.subtitle", RW(\SWCollaborationOption.subtitle))
    uses.add("SWCollaborationOption.isSelected", RW(\SWCollaborationOption.isSelected))
    uses.add(
      "SWCollaborationOption.requiredOptionsIdentifiers",
      RW(\SWCollaborationOption.requiredOptionsIdentifiers))
    uses.add(
      "SWCollaborationOption: NSCopying, NSSecureCoding", option as any NSCopying & NSSecureCoding)
    uses.add("SWCollaborationOptionsGroup", SWCollaborationOptionsGroup.self)
    uses.add(
      "SWCollaborationOptionsGroup.init(identifier:options:)",
      SWCollaborationOptionsGroup.init(identifier:options:))
    uses.add("SWCollaborationOptionsGroup.title", RW(\SWCollaborationOptionsGroup.title))
    uses.add("SWCollaborationOptionsGroup.identifier", \SWCollaborationOptionsGroup.identifier)
    uses.add("SWCollaborationOptionsGroup.footer", RW(\SWCollaborationOptionsGroup.footer))
    uses.add("SWCollaborationOptionsGroup.options", RW(\SWCollaborationOptionsGroup.options))
    uses.add(
      "SWCollaborationOptionsPickerGroup",
      SWCollaborationOptionsPickerGroup.self as SWCollaborationOptionsGroup.Type)
    uses.add(
      "SWCollaborationOptionsPickerGroup.init(identifier:options:)",
      SWCollaborationOptionsPickerGroup.init(identifier:options:))
    uses.add(
      "SWCollaborationOptionsPickerGroup.selectedOptionIdentifier",
      RW(\SWCollaborationOptionsPickerGroup.selectedOptionIdentifier))
    uses.add("SWCollaborationShareOptions", SWCollaborationShareOptions.self)
    uses.add(
      "SWCollaborationShareOptions.init(optionsGroups:summary:)",
      SWCollaborationShareOptions.init(optionsGroups:summary:))
  }

  private func uses1_3_1(_ uses: inout Uses) {
    uses.add(
      "SWCollaborationShareOptions.init(optionsGroups:)",
      SWCollaborationShareOptions.init(optionsGroups:))
    uses.add("SWCollaborationShareOptions.init(coder:)", SWCollaborationShareOptions.init(coder:))
    uses.add(
      "SWCollaborationShareOptions.optionsGroups", RW(\SWCollaborationShareOptions.optionsGroups))
    uses.add("SWCollaborationShareOptions.summary", RW(\SWCollaborationShareOptions.summary))
    uses.add("UTCollaborationOptionsTypeIdentifier", UTCollaborationOptionsTypeIdentifier)
  }

  private func uses1_4(_ uses: inout Uses) {
    uses.add("SWPerson", SWPerson.self)
    uses.add(
      "SWPerson.init(handle:identity:displayName:thumbnailImageData:)",
      SWPerson.init(handle:identity:displayName:thumbnailImageData:))
    uses.add("SWPerson.Identity", SWPerson.Identity.self)
    uses.add("SWPerson.Identity.init(rootHash:)", SWPerson.Identity.init(rootHash:))
    uses.add("SWPerson.Identity.rootHash", \SWPerson.Identity.rootHash)
    uses.add("SWPerson.IdentityProof", SWPerson.IdentityProof.self)
    uses.add("SWPerson.IdentityProof.inclusionHashes", \SWPerson.IdentityProof.inclusionHashes)
    uses.add("SWPerson.IdentityProof.publicKey", \SWPerson.IdentityProof.publicKey)
    uses.add("SWPerson.IdentityProof.publicKeyIndex", \SWPerson.IdentityProof.publicKeyIndex)
    uses.add(
      "SWPerson.SignedIdentityProof",
      SWPerson.SignedIdentityProof.self as SWPerson.IdentityProof.Type)
    uses.add(
      "SWPerson.SignedIdentityProof.init(personIdentityProof:signatureData:)",
      SWPerson.SignedIdentityProof.init(personIdentityProof:signatureData:))
    uses.add(
      "SWPerson.SignedIdentityProof.signatureData", \SWPerson.SignedIdentityProof.signatureData)
  }

  private func uses1_5(_ uses: inout Uses) {
    uses.add("SWAction", SWAction.self)
    uses.add("SWAction.uuid", \SWAction.uuid)
    uses.add("SWAction.isComplete", \SWAction.isComplete)
    uses.add("SWAction.fulfill()", SWAction.fulfill)
    uses.add("SWAction.fail()", { (action: SWAction) in action.fail() })
    uses.add("SWStartCollaborationAction", SWStartCollaborationAction.self as SWAction.Type)
    uses.add(
      "SWStartCollaborationAction.collaborationMetadata",
      \SWStartCollaborationAction.collaborationMetadata)
    uses.add(
      "SWStartCollaborationAction.fulfill(using:collaborationIdentifier:)",
      SWStartCollaborationAction.fulfill(using:collaborationIdentifier:))
    uses.add(
      "SWStartCollaborationAction.fulfill()",
      { (action: SWStartCollaborationAction) in action.fulfill() })
    uses.add(
      "SWUpdateCollaborationParticipantsAction",
      SWUpdateCollaborationParticipantsAction.self as SWAction.Type)
    uses.add(
      "SWUpdateCollaborationParticipantsAction.collaborationMetadata",
      \SWUpdateCollaborationParticipantsAction.collaborationMetadata)
    uses.add(
      "SWUpdateCollaborationParticipantsAction.addedIdentities",
      \SWUpdateCollaborationParticipantsAction.addedIdentities)
    uses.add(
      "SWUpdateCollaborationParticipantsAction.removedIdentities",
      \SWUpdateCollaborationParticipantsAction.removedIdentities)
    uses.add("SWCollaborationActionHandler", (any SWCollaborationActionHandler).self)
    uses.add(
      "SWCollaborationActionHandler.collaborationCoordinator(_:handle:) start",
      { (h: any SWCollaborationActionHandler, a: SWStartCollaborationAction) in
        h.collaborationCoordinator(.shared, handle: a)
      })
    uses.add(
      "SWCollaborationActionHandler.collaborationCoordinator(_:handle:) participants",
      { (h: any SWCollaborationActionHandler, a: SWUpdateCollaborationParticipantsAction) in
        h.collaborationCoordinator(.shared, handle: a)
      })
    uses.add("SWCollaborationCoordinator", SWCollaborationCoordinator.self)
    uses.add("SWCollaborationCoordinator.shared", SWCollaborationCoordinator.shared)
    uses.add(
      "SWCollaborationCoordinator.actionHandler", RW(\SWCollaborationCoordinator.actionHandler))
  }

  private func uses1_6(_ uses: inout Uses) {
    uses.add("SWHighlight", SWHighlight.self)
    uses.add("SWHighlight.identifier", \SWHighlight.identifier)
    uses.add("SWHighlight.url", \SWHighlight.url)
    uses.add("SWCollaborationHighlight", SWCollaborationHighlight.self as SWHighlight.Type)
    uses.add(
      "SWCollaborationHighlight.collaborationIdentifier",
      \SWCollaborationHighlight.collaborationIdentifier)
    uses.add("SWCollaborationHighlight.title", \SWCollaborationHighlight.title)
    uses.add("SWCollaborationHighlight.creationDate", \SWCollaborationHighlight.creationDate)
    uses.add("SWCollaborationHighlight.contentType", \SWCollaborationHighlight.contentType)
    uses.add("SWHighlightCenterDelegate", (any SWHighlightCenterDelegate).self)
    uses.add(
      "SWHighlightCenterDelegate.highlightCenterHighlightsDidChange(_:)",
      { (d: any SWHighlightCenterDelegate, c: SWHighlightCenter) in
        d.highlightCenterHighlightsDidChange(c)
      })
    uses.add("SWHighlightCenter", SWHighlightCenter.self)
    uses.add("SWHighlightCenter.init()", { SWHighlightCenter() })
    uses.add("SWHighlightCenter.delegate", RW(\SWHighlightCenter.delegate))
    uses.add("SWHighlightCenter.highlights", \SWHighlightCenter.highlights)
    uses.add(
      "SWHighlightCenter.highlightCollectionTitle", SWHighlightCenter.highlightCollectionTitle)
    uses.add(
      "SWHighlightCenter.isSystemCollaborationSupportAvailable",
      SWHighlightCenter.isSystemCollaborationSupportAvailable)
    uses.add(
      "SWHighlightCenter.getHighlightFor(_:completionHandler:)",
      SWHighlightCenter.getHighlightFor(_:completionHandler:))
    uses.add("SWHighlightCenter.highlight(for:)", SWHighlightCenter.highlight(for:))
    uses.add(
      "SWHighlightCenter.getCollaborationHighlight(for:completionHandler:)",
      SWHighlightCenter.getCollaborationHighlight(for:completionHandler:))
    uses.add(
      "SWHighlightCenter.collaborationHighlight(for:)",
      SWHighlightCenter.collaborationHighlight(for:))
  }

  private func uses1_6_1(_ uses: inout Uses) {
    uses.add(
      "SWHighlightCenter.collaborationHighlight(forIdentifier:) SWCollaborationIdentifier",
      SWHighlightCenter.collaborationHighlight(forIdentifier:)
        as (SWHighlightCenter) -> (SWCollaborationIdentifier) throws -> SWCollaborationHighlight)
    uses.add(
      "SWHighlightCenter.collaborationHighlight(forIdentifier:) String",
      SWHighlightCenter.collaborationHighlight(forIdentifier:)
        as (SWHighlightCenter) -> (String) throws -> SWCollaborationHighlight)
    uses.add("SWHighlightCenter.postNotice(for:)", SWHighlightCenter.postNotice(for:))
    uses.add("SWHighlightCenter.clearNotices(for:)", SWHighlightCenter.clearNotices(for:))
    uses.add(
      "SWHighlightCenter.getSignedIdentityProof(for:using:completionHandler:)",
      SWHighlightCenter.getSignedIdentityProof(for:using:completionHandler:))
    uses.add(
      "SWHighlightCenter.getSignedIdentityProof(for:using:) async",
      { (c: SWHighlightCenter, h: SWCollaborationHighlight) async throws in
        try await c.getSignedIdentityProof(for: h, using: Data())
      })
    uses.add(
      "SWHighlightCenter.signedIdentityProof(for:using:) async",
      { (c: SWHighlightCenter, h: SWCollaborationHighlight) async throws in
        try await c.signedIdentityProof(for: h, using: Data())
      })
    uses.add("SWHighlightCenterErrorCode", SWHighlightCenterErrorCode.allCases)
    uses.add("SWHighlightCenterErrorCode.noError", SWHighlightCenterErrorCode.noError)
    uses.add("SWHighlightCenterErrorCode.internalError", SWHighlightCenterErrorCode.internalError)
    uses.add("SWHighlightCenterErrorCode.invalidURL", SWHighlightCenterErrorCode.invalidURL)
    uses.add("SWHighlightCenterErrorCode.accessDenied", SWHighlightCenterErrorCode.accessDenied)
    uses.add("SWHighlightErrorDomain", SWHighlightErrorDomain)
  }

  private func uses1_7(_ uses: inout Uses) {
    uses.add("SWHighlightEvent", (any SWHighlightEvent).self)
    uses.add("SWHighlightEvent.highlightURL", { (e: any SWHighlightEvent) in e.highlightURL })
    uses.add("SWHighlightChangeEvent", SWHighlightChangeEvent.self as any SWHighlightEvent.Type)
    uses.add(
      "SWHighlightChangeEvent.init(highlight:trigger:)",
      SWHighlightChangeEvent.init(highlight:trigger:))
    uses.add(
      "SWHighlightChangeEvent.changeEventTrigger", \SWHighlightChangeEvent.changeEventTrigger)
    uses.add(
      "SWHighlightMembershipEvent", SWHighlightMembershipEvent.self as any SWHighlightEvent.Type)
    uses.add(
      "SWHighlightMembershipEvent.init(highlight:trigger:)",
      SWHighlightMembershipEvent.init(highlight:trigger:))
    uses.add(
      "SWHighlightMembershipEvent.membershipEventTrigger",
      \SWHighlightMembershipEvent.membershipEventTrigger)
    uses.add(
      "SWHighlightPersistenceEvent", SWHighlightPersistenceEvent.self as any SWHighlightEvent.Type)
    uses.add(
      "SWHighlightPersistenceEvent.init(highlight:trigger:)",
      SWHighlightPersistenceEvent.init(highlight:trigger:))
    uses.add(
      "SWHighlightPersistenceEvent.persistenceEventTrigger",
      \SWHighlightPersistenceEvent.persistenceEventTrigger)
    uses.add("SWHighlightMentionEvent", SWHighlightMentionEvent.self as any SWHighlightEvent.Type)
    uses.add(
      "SWHighlightMentionEvent.init(highlight:mentionedPersonIdentity:)",
      SWHighlightMentionEvent.init(highlight:mentionedPersonIdentity:))
    uses.add(
      "SWHighlightMentionEvent.init(highlight:mentionedPersonCloudKitShareHandle:)",
      SWHighlightMentionEvent.init(highlight:mentionedPersonCloudKitShareHandle:))
    uses.add(
      "SWHighlightMentionEvent.mentionedPersonHandle",
      \SWHighlightMentionEvent.mentionedPersonHandle)
    uses.add("SWHighlightChangeEventTrigger.edit", SWHighlightChangeEventTrigger.edit)
    uses.add("SWHighlightChangeEventTrigger.comment", SWHighlightChangeEventTrigger.comment)
    uses.add(
      "SWHighlightMembershipEventTrigger.addedCollaborator",
      SWHighlightMembershipEventTrigger.addedCollaborator)
    uses.add(
      "SWHighlightMembershipEventTrigger.removedCollaborator",
      SWHighlightMembershipEventTrigger.removedCollaborator)
    uses.add(
      "SWHighlightPersistenceEventTrigger.created", SWHighlightPersistenceEventTrigger.created)
  }

  private func uses1_7_1(_ uses: inout Uses) {
    uses.add(
      "SWHighlightPersistenceEventTrigger.deleted", SWHighlightPersistenceEventTrigger.deleted)
    uses.add(
      "SWHighlightPersistenceEventTrigger.renamed", SWHighlightPersistenceEventTrigger.renamed)
    uses.add("SWHighlightPersistenceEventTrigger.moved", SWHighlightPersistenceEventTrigger.moved)
  }

  private func uses1_8(_ uses: inout Uses) {
    uses.add("SWAttributionView", SWAttributionView.self as UIView.Type)
    uses.add(
      "SWAttributionView.highlight",
      { @MainActor (v: SWAttributionView) in v.highlight = v.highlight })
    uses.add(
      "SWAttributionView.displayContext",
      { @MainActor (v: SWAttributionView) in v.displayContext = v.displayContext })
    uses.add(
      "SWAttributionView.horizontalAlignment",
      { @MainActor (v: SWAttributionView) in v.horizontalAlignment = v.horizontalAlignment })
    uses.add(
      "SWAttributionView.backgroundStyle",
      { @MainActor (v: SWAttributionView) in v.backgroundStyle = v.backgroundStyle })
    uses.add(
      "SWAttributionView.preferredMaxLayoutWidth",
      { @MainActor (v: SWAttributionView) in v.preferredMaxLayoutWidth = v.preferredMaxLayoutWidth }
    )
    uses.add(
      "SWAttributionView.highlightMenu", { @MainActor (v: SWAttributionView) in v.highlightMenu })
    uses.add(
      "SWAttributionView.menuTitleForHideAction",
      { @MainActor (v: SWAttributionView) in v.menuTitleForHideAction = nil })
    uses.add(
      "SWAttributionView.supplementalMenu",
      { @MainActor (v: SWAttributionView) in v.supplementalMenu = nil })
    uses.add(
      "SWAttributionView.enablesMarquee",
      { @MainActor (v: SWAttributionView) in v.enablesMarquee = false })
    uses.add(
      "SWAttributionView.DisplayContext", [SWAttributionView.DisplayContext.summary, .detail])
    uses.add(
      "SWAttributionView.HorizontalAlignment",
      [SWAttributionView.HorizontalAlignment.default, .leading, .center, .trailing])
    uses.add(
      "SWAttributionView.BackgroundStyle",
      [SWAttributionView.BackgroundStyle.default, .color, .material])
  }

  private func uses1_9(_ uses: inout Uses) {
    uses.add("SWCollaborationView", SWCollaborationView.self as UIView.Type)
    uses.add(
      "SWCollaborationView.init(itemProvider:)",
      { @MainActor in SWCollaborationView(itemProvider: NSItemProvider()) })
    uses.add(
      "SWCollaborationView.setContent(_:)",
      { @MainActor (v: SWCollaborationView) in v.setContent(UIView()) })
    uses.add(
      "SWCollaborationView.setDetailViewListContent(_:) value",
      { @MainActor (v: SWCollaborationView) in v.setDetailViewListContent(Text("a")) })
    uses.add(
      "SWCollaborationView.setDetailViewListContent(_:) builder",
      { @MainActor (v: SWCollaborationView) in v.setDetailViewListContent { Text("a") } })
    uses.add(
      "SWCollaborationView.activeParticipantCount",
      { @MainActor (v: SWCollaborationView) in v.activeParticipantCount = 1 })
    uses.add(
      "SWCollaborationView.delegate", { @MainActor (v: SWCollaborationView) in v.delegate = nil })
    uses.add(
      "SWCollaborationView.headerTitle",
      { @MainActor (v: SWCollaborationView) in v.headerTitle = v.headerTitle })
    uses.add(
      "SWCollaborationView.headerSubtitle",
      { @MainActor (v: SWCollaborationView) in v.headerSubtitle = v.headerSubtitle })
    uses.add(
      "SWCollaborationView.headerImage",
      { @MainActor (v: SWCollaborationView) in v.headerImage = v.headerImage })
    uses.add(
      "SWCollaborationView.manageButtonTitle",
      { @MainActor (v: SWCollaborationView) in v.manageButtonTitle = v.manageButtonTitle })
    uses.add(
      "SWCollaborationView.setShowManageButton(_:)",
      { @MainActor (v: SWCollaborationView) in v.setShowManageButton(true) })
    uses.add(
      "SWCollaborationView.dismissPopover(_:)",
      { @MainActor (v: SWCollaborationView) in v.dismissPopover {} })
    uses.add(
      "SWCollaborationView.dismissPopover() async",
      { @MainActor (v: SWCollaborationView) async in await v.dismissPopover() })
    uses.add(
      "SWCollaborationView.menuFormRepresentation",
      { @MainActor (v: SWCollaborationView) in v.menuFormRepresentation })
    uses.add(
      "SWCollaborationView.pendingAccessRequestsCount",
      { @MainActor (v: SWCollaborationView) in v.pendingAccessRequestsCount = 1 })
    uses.add(
      "SWCollaborationView.showsParticipantCount",
      { @MainActor (v: SWCollaborationView) in v.showsParticipantCount = true })
    uses.add("SWCollaborationViewDelegate", (any SWCollaborationViewDelegate).self)
    uses.add(
      "SWCollaborationViewDelegate.collaborationViewShouldPresentPopover(_:)",
      { @MainActor (d: any SWCollaborationViewDelegate, v: SWCollaborationView) in
        d.collaborationViewShouldPresentPopover(v)
      })
    uses.add(
      "SWCollaborationViewDelegate.collaborationViewWillPresentPopover(_:)",
      { @MainActor (d: any SWCollaborationViewDelegate, v: SWCollaborationView) in
        d.collaborationViewWillPresentPopover(v)
      })
  }

  private func uses1_9_1(_ uses: inout Uses) {
    uses.add(
      "SWCollaborationViewDelegate.collaborationViewDidDismissPopover(_:)",
      { @MainActor (d: any SWCollaborationViewDelegate, v: SWCollaborationView) in
        d.collaborationViewDidDismissPopover(v)
      })
    uses.add(
      "SWCollaborationBarButtonItem", SWCollaborationBarButtonItem.self as UIBarButtonItem.Type)
    uses.add(
      "SWCollaborationBarButtonItem.manageButtonTitle",
      { @MainActor (v: SWCollaborationBarButtonItem) in v.manageButtonTitle = "a" })
    uses.add(
      "SWCollaborationBarButtonItem.showManageButton",
      { @MainActor (v: SWCollaborationBarButtonItem) in v.showManageButton = true })
    uses.add(
      "SWCollaborationBarButtonItem.showsParticipantCount",
      { @MainActor (v: SWCollaborationBarButtonItem) in v.showsParticipantCount = true })
  }

  private func uses1_10(_ uses: inout Uses) {
    uses.add(
      "SWRemoveParticipantAlertController",
      SWRemoveParticipantAlertController.self as UIViewController.Type)
    uses.add(
      "SWRemoveParticipantAlertController.init(participant:highlight:)",
      { @MainActor (p: SWPerson, h: SWCollaborationHighlight) in
        SWRemoveParticipantAlertController(participant: p, highlight: h)
      })
    uses.add("SWRemoveParticipantAlert", SWRemoveParticipantAlert.self)
    uses.add(
      "SWRemoveParticipantAlert.show(withParticipant:highlight:in:)",
      { @MainActor (p: SWPerson, h: SWCollaborationHighlight) in
        SWRemoveParticipantAlert.show(withParticipant: p, highlight: h, in: nil)
      })
  }

  private func uses1_11(_ uses: inout Uses) {
    uses.add("SWCollaborationMetadataTypeIdentifier", SWCollaborationMetadataTypeIdentifier)
    uses.add("NSPasteboardItem.collaborationMetadata", RW(\NSPasteboardItem.collaborationMetadata))
    uses.add(
      "NSPasteboard.PasteboardType.collaborationMetadata",
      NSPasteboard.PasteboardType.collaborationMetadata)
    uses.add("NSItemProvider", NSItemProvider.self)
    uses.add(
      "NSItemProvider.registerObject(_:visibility:)", NSItemProvider.registerObject(_:visibility:))
    uses.add(
      "NSItemProviderRepresentationVisibility",
      [NSItemProviderRepresentationVisibility.all, .team, .group, .ownProcess])
    uses.add("NSItemProviderWriting", (any NSItemProviderWriting).self)
    uses.add("NSItemProviderReading", (any NSItemProviderReading).self)
    uses.add("NSItemProvider.init()", { NSItemProvider() })
    uses.add("NSItemProvider.init(object:)", NSItemProvider.init(object:))
    uses.add("NSItemProvider.init(item:typeIdentifier:)", NSItemProvider.init(item:typeIdentifier:))
    uses.add("NSItemProvider.init(contentsOf:)", NSItemProvider.init(contentsOf:))
    uses.add("NSItemProvider.registeredTypeIdentifiers", \NSItemProvider.registeredTypeIdentifiers)
    uses.add(
      "NSItemProvider.hasItemConformingToTypeIdentifier(_:)",
      NSItemProvider.hasItemConformingToTypeIdentifier(_:))
    uses.add(
      "NSItemProvider.hasRepresentationConforming(toTypeIdentifier:fileOptions:)",
      NSItemProvider.hasRepresentationConforming(toTypeIdentifier:fileOptions:))
    uses.add(
      "NSItemProvider.registerDataRepresentation(forTypeIdentifier:visibility:loadHandler:)",
      NSItemProvider.registerDataRepresentation(forTypeIdentifier:visibility:loadHandler:))
    uses.add(
      "NSItemProvider.registerFileRepresentation(forTypeIdentifier:fileOptions:visibility:loadHandler:)",
      NSItemProvider.registerFileRepresentation(
        forTypeIdentifier:fileOptions:visibility:loadHandler:))
    uses.add(
      "NSItemProvider.registerObject(ofClass:visibility:loadHandler:)",
      NSItemProvider.registerObject(ofClass:visibility:loadHandler:))
    uses.add("NSItemProvider.canLoadObject(ofClass:)", NSItemProvider.canLoadObject(ofClass:))
    uses.add(
      "NSItemProvider.loadObject(ofClass:completionHandler:)",
      NSItemProvider.loadObject(ofClass:completionHandler:))
  }

  private func uses1_11_1(_ uses: inout Uses) {
    uses.add(
      "NSItemProvider.loadDataRepresentation(forTypeIdentifier:completionHandler:)",
      NSItemProvider.loadDataRepresentation(forTypeIdentifier:completionHandler:))
    uses.add(
      "NSItemProvider.loadFileRepresentation(forTypeIdentifier:completionHandler:)",
      NSItemProvider.loadFileRepresentation(forTypeIdentifier:completionHandler:))
    uses.add(
      "NSItemProvider.loadInPlaceFileRepresentation(forTypeIdentifier:completionHandler:)",
      NSItemProvider.loadInPlaceFileRepresentation(forTypeIdentifier:completionHandler:))
    uses.add("NSItemProvider.suggestedName", RW(\NSItemProvider.suggestedName))
    uses.add("NSItemProvider.previewImageHandler", { (p: NSItemProvider) in p.previewImageHandler })
    uses.add(
      "NSItemProviderErrorDomain",
      [
        NSItemProvider.ErrorCode.unknownError, .itemUnavailableError, .unexpectedValueClassError,
        .unavailableCoercionError,
      ])
    uses.add("NSItemProvider.register(_:)", { (p: NSItemProvider) in p.register("a") })
    uses.add(
      "NSItemProvider.loadTransferable(type:completionHandler:)",
      { (p: NSItemProvider) in p.loadTransferable(type: String.self) { _ in } })
    uses.add(
      "several representations",
      NSItemProvider.registerFileRepresentation(for:visibility:openInPlace:loadHandler:))
    uses.add("Transferable", (any Transferable).self)
    uses.add("TransferRepresentation", (any TransferRepresentation).self)
    uses.add(
      "ProxyRepresentation.init(exporting:)", ProxyRepresentation<Sample, String>(exporting: \.text)
    )
    uses.add(
      "ProxyRepresentation.init(importing:)",
      ProxyRepresentation<Sample, String>(importing: { Sample(text: $0) }))
    uses.add(
      "ProxyRepresentation.init(exporting:importing:)",
      ProxyRepresentation<Sample, String>(exporting: \.text, importing: { Sample(text: $0) }))
    uses.add(
      "ProxyRepresentation asynchronous forms",
      ProxyRepresentation<Sample, String>(exporting: { (sample: Sample) async throws -> String in
        sample.text
      }))
    uses.add(
      "DataRepresentation",
      DataRepresentation<Sample>(exportedContentType: .plainText) { Data($0.text.utf8) })
    uses.add(
      "FileRepresentation",
      FileRepresentation<Sample>(exportedContentType: .plainText) { _ in
        SentTransferredFile(URL(fileURLWithPath: "/"))
      })
    uses.add(
      "CodableRepresentation",
      CodableRepresentation<Sample, JSONEncoder, JSONDecoder>(contentType: .json))
    uses.add(
      "TransferRepresentation.visibility(_:)",
      DataRepresentation<Sample>(exportedContentType: .plainText) { Data($0.text.utf8) }.visibility(
        .all))
    uses.add(
      "TransferRepresentation.exportingCondition(_:)",
      DataRepresentation<Sample>(exportedContentType: .plainText) { Data($0.text.utf8) }
        .exportingCondition { _ in true })
  }

  private func uses1_11_2(_ uses: inout Uses) {
    uses.add(
      "TransferRepresentation.suggestedFileName(_:)",
      DataRepresentation<Sample>(exportedContentType: .plainText) { Data($0.text.utf8) }
        .suggestedFileName("a"))
    uses.add(
      "ShareLink(item:subject:message:preview:)",
      { @MainActor in
        ShareLink(item: "a", subject: Text("a"), message: Text("a"), preview: SharePreview("a"))
      })
    uses.add(
      "ShareLink(items:subject:message:preview:)",
      { @MainActor in ShareLink(items: ["a"]) { SharePreview($0) } })
    uses.add(
      "ShareLink titled and label-builder forms",
      { @MainActor in ShareLink("a", item: "a", preview: SharePreview("a")) })
    uses.add("SharePreview(_:image:icon:)", SharePreview("a", image: "a", icon: "a"))
    uses.add("SharePreview(_:image:)", SharePreview("a", image: "a"))
    uses.add("SharePreview(_:icon:)", SharePreview("a", icon: "a"))
    uses.add("SharePreview(_:)", SharePreview("a"))
    uses.add("PersonNameComponentsFormatter", PersonNameComponentsFormatter.self)
  }

  private func uses2_1(_ uses: inout Uses) {
    // Long because it is one section of the list.
    let container = CKContainer.init(identifier:)
    uses.add("CKAllowedSharingOptions", CKAllowedSharingOptions.self)
    uses.add(
      "CKAllowedSharingOptions.init(allowedParticipantPermissionOptions:allowedParticipantAccessOptions:)",
      CKAllowedSharingOptions.init(
        allowedParticipantPermissionOptions:allowedParticipantAccessOptions:))
    uses.add(
      "CKAllowedSharingOptions.allowedParticipantPermissionOptions",
      RW(\CKAllowedSharingOptions.allowedParticipantPermissionOptions))
    uses.add(
      "CKAllowedSharingOptions.allowedParticipantAccessOptions",
      RW(\CKAllowedSharingOptions.allowedParticipantAccessOptions))
    uses.add("CKAllowedSharingOptions.standard", CKAllowedSharingOptions.standard)
    uses.add("CKSharingParticipantAccessOption", CKSharingParticipantAccessOption.anyoneWithLink)
    uses.add("CKSharingParticipantPermissionOption", CKSharingParticipantPermissionOption.readOnly)
    uses.add(
      "CKShareTransferRepresentation", CKShareTransferRepresentation<Sample>.self)
    uses.add(
      "CKShareTransferRepresentation.init(exporter:)",
      CKShareTransferRepresentation<Sample>.init(exporter:))
    uses.add(
      "CKShareTransferRepresentation.ExportedShare",
      CKShareTransferRepresentation<Sample>.ExportedShare.self as any Transferable.Type)
    uses.add(
      "CKShareTransferRepresentation.ExportedShare.existing(_:container:allowedSharingOptions:)",
      { (share: CKShare, container: CKContainer) in
        CKShareTransferRepresentation<Sample>.ExportedShare.existing(share, container: container)
      })
    uses.add(
      "CKShareTransferRepresentation.ExportedShare.prepareShare(container:allowedSharingOptions:preparationHandler:)",
      { (share: CKShare, container: CKContainer) in
        CKShareTransferRepresentation<Sample>.ExportedShare.prepareShare(
          container: container, allowedSharingOptions: .standard
        ) { share }
      })
    uses.add(
      "NSItemProvider.registerCKShare(container:allowedSharingOptions:preparationHandler:)",
      { (provider: NSItemProvider, share: CKShare, container: CKContainer) in
        provider.registerCKShare(container: container) { share }
      })
    uses.add(
      "NSItemProvider.registerCKShare(_:container:allowedSharingOptions:)",
      { (provider: NSItemProvider, share: CKShare, container: CKContainer) in
        provider.registerCKShare(share, container: container, allowedSharingOptions: .standard)
      })
    uses.add("CKSystemSharingUIObserver", (CKSystemSharingUIObserver.self, container))
    uses.add(
      "CKSystemSharingUIObserver.init(container:)", CKSystemSharingUIObserver.init(container:))
    uses.add(
      "CKSystemSharingUIObserver.systemSharingUIDidSaveShareBlock",
      { (observer: CKSystemSharingUIObserver) in
        observer.systemSharingUIDidSaveShareBlock = { _, result in _ = try? result.get().url }
      })
    uses.add(
      "CKSystemSharingUIObserver.systemSharingUIDidStopSharingBlock",
      { (observer: CKSystemSharingUIObserver) in
        observer.systemSharingUIDidStopSharingBlock = { _, result in _ = try? result.get() }
      })
  }

  private func uses2_5(_ uses: inout Uses) {
    // Long because it is one section of the list.
    uses.add(
      "UICloudSharingControllerDelegate.cloudSharingController(_:failedToSaveShareWithError:)",
      { @MainActor (d: any UICloudSharingControllerDelegate, c: UICloudSharingController) in
        d.cloudSharingController(c, failedToSaveShareWithError: CKError(.unknownItem))
      })
    uses.add(
      "UICloudSharingControllerDelegate.itemTitle(for:)",
      { @MainActor (d: any UICloudSharingControllerDelegate, c: UICloudSharingController) in
        d.itemTitle(for: c)
      })
    uses.add(
      "UICloudSharingControllerDelegate.itemThumbnailData(for:), itemType(for:)",
      { @MainActor (d: any UICloudSharingControllerDelegate, c: UICloudSharingController) in
        (d.itemThumbnailData(for: c), d.itemType(for: c))
      })
    uses.add(
      "UICloudSharingControllerDelegate.cloudSharingControllerDidSaveShare(_:), cloudSharingControllerDidStopSharing(_:)",
      { @MainActor (d: any UICloudSharingControllerDelegate, c: UICloudSharingController) in
        d.cloudSharingControllerDidSaveShare(c)
        d.cloudSharingControllerDidStopSharing(c)
      })
    uses.add(
      "UICloudSharingController",
      { @MainActor (share: CKShare, container: CKContainer) in
        let controller = UICloudSharingController(share: share, container: container)
        controller.availablePermissions = [.allowPrivate, .allowReadOnly]
        _ = UICloudSharingController { _, done in done(share, container, nil) }
        _ = (controller.share, controller.delegate, controller.activityItemSource())
      })
    uses.add(
      "NSCloudSharingServiceDelegate.sharingService(_:didSave:)",
      { @MainActor (d: any NSCloudSharingServiceDelegate, s: NSSharingService, share: CKShare) in
        d.sharingService(s, didSave: share)
      })
    uses.add(
      "NSCloudSharingServiceDelegate.sharingService(_:didStopSharing:)",
      { @MainActor (d: any NSCloudSharingServiceDelegate, s: NSSharingService, share: CKShare) in
        d.sharingService(s, didStopSharing: share)
      })
    uses.add(
      "NSCloudSharingServiceDelegate.sharingService(_:didCompleteForItems:error:)",
      { @MainActor (d: any NSCloudSharingServiceDelegate, s: NSSharingService) in
        d.sharingService(s, didCompleteForItems: [], error: nil)
      })
    uses.add(
      "NSCloudSharingServiceDelegate.options(for:share:)",
      { @MainActor (d: any NSCloudSharingServiceDelegate, s: NSSharingService) in
        d.options(for: s, share: NSItemProvider()) == .standard
      })
    uses.add(
      "SWCollaborationView.cloudSharingDelegate",
      { @MainActor (v: SWCollaborationView) in v.cloudSharingDelegate = nil })
    uses.add(
      "SWCollaborationView.cloudSharingControllerDelegate",
      { @MainActor (v: SWCollaborationView) in v.cloudSharingControllerDelegate = nil })
    uses.add(
      "SWCollaborationView.cloudSharingServiceDelegate",
      { @MainActor (v: SWCollaborationView) in v.cloudSharingServiceDelegate = nil })
    uses.add(
      "SWCollaborationBarButtonItem.cloudSharingControllerDelegate",
      { @MainActor (v: SWCollaborationBarButtonItem) in v.cloudSharingControllerDelegate = nil })
  }

  private func uses2_6(_ uses: inout Uses) {
    // Long because it is one section of the list.
    uses.add(
      "UIActivityViewController.init(activityItems:applicationActivities:)",
      { @MainActor in UIActivityViewController(activityItems: ["a"], applicationActivities: nil) })
    uses.add(
      "UIActivityViewController.init(activityItemsConfiguration:)",
      { @MainActor (c: UIActivityItemsConfiguration) in
        UIActivityViewController(activityItemsConfiguration: c)
      })
    uses.add(
      "UIActivityItemsConfiguration.init(itemProviders:)",
      { @MainActor in UIActivityItemsConfiguration(itemProviders: []) })
    uses.add(
      "UIActivityItemsConfiguration.init(objects:)",
      { @MainActor in UIActivityItemsConfiguration(objects: []) })
    uses.add(
      "UIActivityItemsConfiguration.localObject, supportedInteractions, previewProvider, applicationActivitiesProvider",
      { @MainActor (c: UIActivityItemsConfiguration) in
        [
          c.localObject as Any, c.supportedInteractions, c.previewProvider as Any,
          c.applicationActivitiesProvider as Any,
        ]
      })
    uses.add(
      "UIActivityItemsConfiguration.metadataProvider",
      { @MainActor (c: UIActivityItemsConfiguration) in c.metadataProvider = nil })
    uses.add(
      "UIActivityItemsConfiguration.perItemMetadataProvider",
      { @MainActor (c: UIActivityItemsConfiguration) in c.perItemMetadataProvider = nil })
    uses.add(
      "UIActivityItemsConfigurationMetadataKey.linkPresentationMetadata",
      UIActivityItemsConfigurationMetadataKey.linkPresentationMetadata)
    uses.add("LPLinkMetadata", RW(\LPLinkMetadata.imageProvider))
    uses.add(
      "UIActivityItemsConfigurationMetadataKey.title, messageBody",
      [UIActivityItemsConfigurationMetadataKey.title, .messageBody])
    uses.add(
      "UIActivityItemsConfigurationMetadataKey.shareRecipients",
      UIActivityItemsConfigurationMetadataKey.shareRecipients)
    uses.add(
      "UIActivityItemsConfigurationMetadataKey.collaborationModeRestrictions",
      UIActivityItemsConfigurationMetadataKey.collaborationModeRestrictions)
    uses.add(
      "UIActivityViewController.CollaborationModeRestriction",
      UIActivityViewController.CollaborationModeRestriction(disabledMode: .sendCopy))
    uses.add("UIActivityCollaborationMode", [UIActivityCollaborationMode.sendCopy, .collaborate])
    uses.add(
      "NSSharingServicePicker.CollaborationModeRestriction",
      NSSharingServicePicker.CollaborationModeRestriction.self)
    uses.add(
      "NSSharingServicePickerDelegate.sharingServicePickerCollaborationModeRestrictions(_:)",
      { @MainActor (d: any NSSharingServicePickerDelegate, p: NSSharingServicePicker) in
        d.sharingServicePickerCollaborationModeRestrictions(p)
      })
    uses.add("UIDragItem.init(itemProvider:)", UIDragItem.init(itemProvider:))
    uses.add(
      "NSSharingServicePicker.init(items:)", { @MainActor in NSSharingServicePicker(items: []) })
    uses.add(
      "NSSharingServicePicker.show(relativeTo:of:preferredEdge:)",
      { @MainActor (p: NSSharingServicePicker, v: NSView) in
        p.show(relativeTo: v.bounds, of: v, preferredEdge: .minY)
      })
    uses.add(
      "NSPreviewRepresentingActivityItem",
      NSPreviewRepresentingActivityItem.self as any NSPreviewRepresentableActivityItem.Type)
  }

  private func uses2_6_1(_ uses: inout Uses) {
    uses.add(
      "NSPreviewRepresentingActivityItem.init(item:title:image:icon:)",
      NSPreviewRepresentingActivityItem.init(item:title:image:icon:))
    uses.add(
      "NSPreviewRepresentingActivityItem.init(item:title:imageProvider:iconProvider:)",
      NSPreviewRepresentingActivityItem.init(item:title:imageProvider:iconProvider:))
    uses.add("NSPreviewRepresentableActivityItem", (any NSPreviewRepresentableActivityItem).self)
    uses.add(
      "iCloud Drive: a file URL as the collaboration object",
      { @MainActor (app: GroveApp, file: URL) in
        app.shareDriveFiles()
        return ShareLink(item: file)
      })
  }

  private var used: [String] {
    var uses = Uses()
    uses1_1(&uses)
    uses1_2(&uses)
    uses1_3(&uses)
    uses1_3_1(&uses)
    uses1_4(&uses)
    uses1_5(&uses)
    uses1_6(&uses)
    uses1_6_1(&uses)
    uses1_7(&uses)
    uses1_7_1(&uses)
    uses1_8(&uses)
    uses1_9(&uses)
    uses1_9_1(&uses)
    uses1_10(&uses)
    uses1_11(&uses)
    uses1_11_1(&uses)
    uses1_11_2(&uses)
    uses2_1(&uses)
    uses2_5(&uses)
    uses2_6(&uses)
    uses2_6_1(&uses)
    return uses.names
  }

  /// The rows of the page: name and word.
  private func rows() throws -> [(name: String, word: String)] {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/COMPATIBILITY.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, cells[1].hasPrefix("`") else { return nil }
      return (String(cells[1].dropFirst().dropLast()), cells[2])
    }
  }

  @Test func `the table of compatible names says exactly what compiles`() throws {
    let rows = try rows()
    #expect(rows.count > 250)
    let promised = rows.filter { ["present", "differs"].contains($0.word) }.map(\.name)
    #expect(Set(promised).subtracting(used) == [], "on the page, and not used here")
    #expect(Set(used).subtracting(promised) == [], "used here, and not on the page")
    #expect(Set(used).count == used.count)
    #expect(Set(rows.map(\.name)).count == rows.count)
  }

  @Test
  func `every word of the table of compatible names is one of four, and what is missing says why`()
    throws
  {
    let page = try rows()
    #expect(Set(page.map(\.word)) == ["present", "differs", "later", "not possible"])
  }
}
