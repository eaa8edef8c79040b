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
            password and an unknown account, and with `rate_limited` after too many of them; a
            device that shows what it got as `device` before is counted apart from strangers.
          security: []
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/CreateSession'}}}
          responses:
            '201':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/AppSession'}}}
            default: {$ref: '#/components/responses/Problem'}
        get:
          operationId: sessions
          summary: >-
            Where the caller is signed in, the last used first. Refused with `forbidden` to a
            backend, as are the two that end sessions and the one that changes the password.
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/SessionList'}}}
            default: {$ref: '#/components/responses/Problem'}
        delete:
          operationId: endSessions
          summary: >-
            Signs out everywhere. When it is answered, no stream of any session is served.
          responses:
            '204':
              description: Done.
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/sessions/{sessionID}:
        delete:
          operationId: endOneSession
          summary: >-
            Ends one session of the caller, named as in the list. Refused with `not_found`.
          parameters:
            - {name: sessionID, in: path, required: true, schema: {type: string}}
          responses:
            '204':
              description: Done.
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/me/password:
        put:
          operationId: changePassword
          summary: >-
            Changes the caller's password and ends every other session. Refused with
            `credentials_invalid` where the old one is wrong.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/ChangePassword'}}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/PasswordChanged'}}}
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
