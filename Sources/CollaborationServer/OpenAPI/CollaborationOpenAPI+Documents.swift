extension CollaborationOpenAPI {
  static let documentPaths = """
      /collab/v1/documents:
        get:
          operationId: listDocuments
          summary: >-
            A page of what the account owns or has been granted, newest first.
          parameters:
            - {name: after, in: query, description: 'The `next` of the page before.', schema: {type: string}}
            - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 200, default: 200}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/DocumentList'}}}
            default: {$ref: '#/components/responses/Problem'}
        post:
          operationId: createDocument
          summary: >-
            Creates a document owned by the calling account.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/CreateDocument'}}}
          responses:
            '201':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/Document'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/documents/{documentID}:
        parameters: [{$ref: '#/components/parameters/documentID'}]
        get:
          operationId: document
          summary: >-
            A document as the calling account may see it.
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/Document'}}}
            default: {$ref: '#/components/responses/Problem'}
        patch:
          operationId: changeDocument
          summary: >-
            Renames or moves (owner only); what is absent stays.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/ChangeDocument'}}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/Document'}}}
            default: {$ref: '#/components/responses/Problem'}
        delete:
          operationId: deleteDocument
          summary: >-
            Ends sharing, cuts every stream, forgets the content (owner only).
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/CollaborationEnded'}}}
            default: {$ref: '#/components/responses/Problem'}

    """
}
