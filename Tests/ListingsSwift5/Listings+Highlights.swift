import SharedWithYou

public class RecipientAppDelegate: NSObject, UIApplicationDelegate {
  let highlightCenter: SWHighlightCenter  // open
  let apiController: APIController  // open
  let documentController: DocumentController  // open
  let currentDocument = Document()  // open

  public init(
    highlightCenter: SWHighlightCenter, apiController: APIController,
    documentController: DocumentController
  ) {
    self.highlightCenter = highlightCenter
    self.apiController = apiController
    self.documentController = documentController
  }

  // 19:12 - Retrieve a signed identity proof for a highlight
  public func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    let highlightCenter: SWHighlightCenter = self.highlightCenter
    // open: values of their own, so that the task needs no `self`
    let (apiController, documentController, currentDocument) =
      (self.apiController, self.documentController, self.currentDocument)
    let challengeRequest = APIRequest.GetChallengeData()

    Task {
      do {
        let highlight = try highlightCenter.collaborationHighlight(for: url)
        let challenge = try await apiController.send(request: challengeRequest)
        let proof = try await highlightCenter.getSignedIdentityProof(
          for: highlight, using: challenge.data)
        let proofOfInclusionRequest = APIRequest.SubmitProofOfInclusion(for: proof)
        let result = try await apiController.send(request: proofOfInclusionRequest)
        documentController.update(currentDocument, with: result)
      } catch {
        Log.error("Caught error while generating proof of inclusion: \(error)")
      }
    }
    return true  // missing
  }

  // 25:54 - Post an SWHighlightChangeEvent Notice
  public func postContentEditEvent(identifier: SWCollaborationIdentifier) throws {
    let highlightCenter: SWHighlightCenter = self.highlightCenter
    let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
    let editEvent = SWHighlightChangeEvent(highlight: highlight, trigger: .edit)
    highlightCenter.postNotice(for: editEvent)
  }

  // 26:39 - Post an SWHighlightMembershipEvent Notice. The page repeats the listing before it; this
  // is what the talk says, with the case as the shipped framework spells it.
  public func postMembershipEvent(identifier: SWCollaborationIdentifier) throws {
    let highlightCenter: SWHighlightCenter = self.highlightCenter
    let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
    let membershipEvent = SWHighlightMembershipEvent(
      highlight: highlight, trigger: .addedCollaborator)
    highlightCenter.postNotice(for: membershipEvent)
  }

  // 26:50 - Post an SWHighlightMentionEvent Notice
  public func postMentionEvent(identifier: SWCollaborationIdentifier, mentionedRootHash: Data)
    throws
  {
    let mentionedIdentity = SWPerson.Identity(rootHash: mentionedRootHash)
    let highlightCenter: SWHighlightCenter = self.highlightCenter
    let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
    let mentionEvent = SWHighlightMentionEvent(
      highlight: highlight, mentionedPersonIdentity: mentionedIdentity)
    highlightCenter.postNotice(for: mentionEvent)
  }

  // 27:23 - Post an SWHighlightPersistenceEvent Notice
  public func postContentRenamedEvent(identifier: SWCollaborationIdentifier) throws {
    let highlightCenter: SWHighlightCenter = self.highlightCenter
    let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
    let renamedEvent = SWHighlightPersistenceEvent(highlight: highlight, trigger: .renamed)
    highlightCenter.postNotice(for: renamedEvent)
  }
}
