import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Documents: create, list, look, rename and move, delete.
  func addDocumentRoutes(_ core: CollaborationCore) {
    let limits = RouteLimits(perCaller: core.configuration.rates.documents)
    on(CollaborationRoutes.createDocument, limits: limits) { request, caller in
      let body = request.body
      try TextValidation.title(body.title)
      let id = DocumentID(unchecked: core.random(DocumentID.byteCount))
      return Document(
        try await core.change(by: caller) { call, reader in
          try DocumentRules.create(
            title: body.title, id: id, requestID: body.requestID, for: call, reading: reader)
        })
    }
    on(CollaborationRoutes.listDocuments) { request, caller in
      let query = try request.query
      let limit = try query.number("limit", in: 1...200, default: 200)
      let after = try query.place(DocumentID.self)
      let page = try await core.look(by: caller) { call, reader in
        try DocumentRules.list(after: after, limit: limit, for: call, reading: reader)
      }
      return DocumentList(documents: page.documents.map { Document($0) }, next: page.next?.text)
    }
    on(CollaborationRoutes.document) { request, caller in
      let id = try request.documentID
      return Document(
        try await core.look(by: caller) { try DocumentRules.look(at: id, for: $0, reading: $1) })
    }
    on(CollaborationRoutes.changeDocument, limits: limits) { request, caller in
      let (id, body) = (try request.documentID, request.body)
      if let title = body.title { try TextValidation.title(title) }
      if let location = body.location { try TextValidation.location(location) }
      let standing = try await core.change(by: caller) { call, reader in
        try DocumentRules.change(
          id, title: body.title, location: body.location, for: call, reading: reader)
      }
      core.wake(id)
      return Document(standing)
    }
    on(CollaborationRoutes.deleteDocument) { request, caller in
      let id = try request.documentID
      let revocation = try await core.change(by: caller) {
        try DocumentRules.delete(id, for: $0, reading: $1)
      }
      return CollaborationEnded(cut: try await core.cut(revocation, .deleted))
    }
  }
}
