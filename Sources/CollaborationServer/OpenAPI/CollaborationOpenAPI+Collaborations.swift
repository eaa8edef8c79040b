extension CollaborationOpenAPI {
  static let collaborationPaths = """
      /collab/v1/documents/{documentID}/collaboration:
        parameters: [{$ref: '#/components/parameters/documentID'}]
        post:
          operationId: prepareCollaboration
          summary: >-
            Link and identifier of the document's one collaboration, before any message is sent;
            preparing again returns it with the new options (owner only). One that never had an
            identity is gone after an hour.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/PrepareCollaboration'}}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/CollaborationPrepared'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/collaborations/{collaborationID}:
        parameters: [{$ref: '#/components/parameters/collaborationID'}]
        get:
          operationId: collaboration
          summary: >-
            A collaboration as somebody with access sees it.
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/Collaboration'}}}
            default: {$ref: '#/components/responses/Problem'}
        patch:
          operationId: changeShareOptions
          summary: >-
            Replaces the share options (owner only).
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/ChangeShareOptions'}}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/Collaboration'}}}
            default: {$ref: '#/components/responses/Problem'}
        delete:
          operationId: endCollaboration
          summary: >-
            Stops sharing (owner only).
          parameters:
            - {name: ifUnused, in: query, description: 'Only while it has no identity; otherwise nothing changes.', schema: {type: boolean, default: false}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/CollaborationEnded'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/collaborations/{collaborationID}/identities:
        parameters: [{$ref: '#/components/parameters/collaborationID'}]
        post:
          operationId: updateIdentities
          summary: >-
            Adds, removes and replaces identities in one transaction (owner only). When it is
            answered, no stream or write of a removed account is served any more. A repeated
            request is answered with the first answer.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/UpdateIdentities'}}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/IdentitiesUpdated'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/collaborations/{collaborationID}/participants:
        parameters: [{$ref: '#/components/parameters/collaborationID'}]
        get:
          operationId: participants
          summary: >-
            The owner sees every identity, participants those that are bound.
          parameters:
            - {name: after, in: query, description: 'The last root of the page before.', schema: {$ref: '#/components/schemas/Hash'}}
            - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 1000, default: 1000}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/ParticipantList'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/collaborations/{collaborationID}/participation:
        parameters: [{$ref: '#/components/parameters/collaborationID'}]
        delete:
          operationId: leave
          summary: >-
            The caller gives up every binding of its own.
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/CollaborationEnded'}}}
            default: {$ref: '#/components/responses/Problem'}

    """
}
