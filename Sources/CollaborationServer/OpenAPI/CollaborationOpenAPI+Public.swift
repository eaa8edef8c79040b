extension CollaborationOpenAPI {
  static let publicPaths = """
      /.well-known/collab-keys.json:
        get:
          operationId: collaborationKeys
          summary: >-
            The keys that sign notice attestations.
          security: []
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/CollaborationKeys'}}}
            default: {$ref: '#/components/responses/Problem'}
      /d/{collaborationID}:
        parameters: [{$ref: '#/components/parameters/collaborationID'}]
        get:
          operationId: linkPage
          summary: >-
            The app's page, the same bytes for every identifier. Opening it changes nothing.
          security: []
          responses:
            '200':
              description: Done.
              content: {text/html: {schema: {type: string}}}
            default: {$ref: '#/components/responses/Problem'}

    """
}
