extension CollaborationOpenAPI {
  static let accountPaths = """
      /collab/v1/accounts:
        post:
          operationId: createAccount
          summary: >-
            Creates a local account and signs it in. Refused with `account_taken`, or
            `forbidden` where registration is closed.
          security: []
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/CreateAppAccount'}}}
          responses:
            '201':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/AppSession'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/sessions:
        post:
          operationId: createSession
          summary: >-
            Signs a local account in. Refused with `credentials_invalid`, alike for a wrong
            password and an unknown account.
          security: []
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/CreateSession'}}}
          responses:
            '201':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/AppSession'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/sessions/current:
        delete:
          operationId: endSession
          summary: >-
            Ends the calling session; when it is answered, no stream of it is served.
          responses:
            '204':
              description: Done.
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/me:
        get:
          operationId: me
          summary: >-
            The calling account.
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/AppAccount'}}}
            default: {$ref: '#/components/responses/Problem'}

    """
}
