import SharedWithYou

/// What the listings' app asks of its server: a Grove collaboration server, over plain HTTP, as an
/// app does that knows nothing of Grove's own libraries.
public protocol ServerRequest: Sendable {
  associatedtype Response: Sendable
  func send(with api: APIController) async throws -> Response
}

enum APIRequest {
  struct PrepareCollaboration: ServerRequest {
    struct Response: Sendable {
      let url: URL
      let deviceIndependentIdentifier: SWCollaborationIdentifier
    }

    let localID: String
    let selectedTitles: [String]

    init(localID: String, _ selectedOptions: SWCollaborationShareOptions?) {
      self.localID = localID
      selectedTitles =
        selectedOptions?.optionsGroups.flatMap(\.options).filter(\.isSelected).map(\.title) ?? []
    }

    func send(with api: APIController) async throws -> Response {
      let answer = try await api.post(
        "/collab/v1/documents/\(api.documentID)/collaboration",
        [
          "requestID": APIController.requestID(),
          "options": [
            "access": selectedTitles.contains("Read only") ? "readOnly" : "readWrite",
            "allowsComments": selectedTitles.contains("Allow comments"),
            "allowsMentions": selectedTitles.contains("Allow mentions"),
            "appSelection": localID,
          ] as [String: any Sendable],
        ])
      guard let link = answer["link"] as? String, let url = URL(string: link),
        let identifier = answer["collaborationID"] as? String
      else { throw APIController.Failure.answer }
      return Response(url: url, deviceIndependentIdentifier: .init(identifier))
    }
  }

  struct AddParticipants: ServerRequest {
    let identifier: SWCollaborationIdentifier
    let roots: [Data]

    init(identifier: SWCollaborationIdentifier, _ participants: [Data]) {
      self.identifier = identifier
      roots = participants
    }

    func send(with api: APIController) async throws {
      _ = try await api.post(
        "/collab/v1/collaborations/\(identifier.rawValue)/identities",
        [
          "requestID": APIController.requestID(),
          "add": roots.map { ["root": $0.base64URL, "depth": 5] as [String: any Sendable] },
        ])
    }
  }

  struct RemoveParticipants: ServerRequest {
    let identifier: SWCollaborationIdentifier
    let roots: [Data]

    init(identifier: SWCollaborationIdentifier, _ removed: [Data]) {
      self.identifier = identifier
      roots = removed
    }

    func send(with api: APIController) async throws {
      _ = try await api.post(
        "/collab/v1/collaborations/\(identifier.rawValue)/identities",
        ["requestID": APIController.requestID(), "remove": roots.map(\.base64URL)])
    }
  }

  /// The listing names no content: the app knows what it is opening.
  struct GetChallengeData: ServerRequest {
    struct Response: Sendable {
      let data: Data
    }

    func send(with api: APIController) async throws -> Response {
      let answer = try await api.post(
        "/collab/v1/collaborations/\(api.collaborationID)/challenge", nil)
      guard let text = answer["data"] as? String, let data = Data(base64URL: text) else {
        throw APIController.Failure.answer
      }
      return Response(data: data)
    }
  }

  struct SubmitProofOfInclusion: ServerRequest {
    let proof: SWPerson.SignedIdentityProof

    init(for proof: SWPerson.SignedIdentityProof) { self.proof = proof }

    /// What the server answered: `granted` or `already_granted`.
    func send(with api: APIController) async throws -> String {
      api.keep(root: computedRoot(of: proof))
      let answer = try await api.post(
        "/collab/v1/collaborations/\(api.collaborationID)/proof",
        body: Data(proof.groveProof ?? []))
      return answer["result"] as? String ?? ""
    }
  }
}
