extension CollaborationOpenAPI {
  static let accessPaths = """
      /collab/v1/collaborations/{collaborationID}/challenge:
        parameters: [{$ref: '#/components/parameters/collaborationID'}]
        post:
          operationId: challenge
          summary: >-
            What the caller's device is asked to sign. Issued for unknown identifiers too.
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/ChallengeIssued'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/collaborations/{collaborationID}/proof:
        parameters: [{$ref: '#/components/parameters/collaborationID'}]
        post:
          operationId: prove
          summary: >-
            Verifies a signed identity proof and grants access. Refused with `malformed`,
            `challenge_invalid`, `challenge_expired`, `key_invalid`, `proof_malformed`,
            `signature_malformed`, `not_verified`, `challenge_stale`, `challenge_used`,
            `already_bound`.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/SignedIdentityProof'}}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/AccessGranted'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/collaborations/{collaborationID}/knocks:
        parameters: [{$ref: '#/components/parameters/collaborationID'}]
        get:
          operationId: knocks
          summary: >-
            A page of open requests for access, oldest first (owner only).
          parameters:
            - {name: after, in: query, description: 'The `next` of the page before.', schema: {type: string}}
            - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 200, default: 200}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/KnockList'}}}
            default: {$ref: '#/components/responses/Problem'}
        post:
          operationId: knock
          summary: >-
            Asks the owner for access. The answer is the same in every case.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/Knock'}}}
          responses:
            '202':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/KnockReceived'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/collaborations/{collaborationID}/knocks/{knockID}:
        parameters: [{$ref: '#/components/parameters/collaborationID'}, {$ref: '#/components/parameters/knockID'}]
        post:
          operationId: answerKnock
          summary: >-
            Accepting binds a fresh identity that no device holds to the asking account;
            ignoring tells it nothing (owner only).
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/AnswerKnock'}}}
          responses:
            '204':
              description: Done.
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/collaborations/{collaborationID}/attestations:
        parameters: [{$ref: '#/components/parameters/collaborationID'}]
        post:
          operationId: attestNotice
          summary: >-
            Signs that the caller caused an event in the last ten minutes. Refused with
            `not_caused`, `mentions_off`, and `conflict` where it has bound no identity here.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/AttestNotice'}}}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/NoticeAttested'}}}
            default: {$ref: '#/components/responses/Problem'}

    """
}
