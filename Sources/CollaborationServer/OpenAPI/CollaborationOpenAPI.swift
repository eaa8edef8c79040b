/// The server's OpenAPI 3.1 document, written by hand and served at `/openapi.yaml`. A test compares
/// it with the table of routes and with live answers.
package enum CollaborationOpenAPI {
  package static let document =
    head + accountPaths + documentPaths + contentPaths + collaborationPaths + accessPaths
    + publicPaths + components + schemas

  private static let head = """
    openapi: 3.1.0
    info:
      title: Grove collaboration server
      version: '1'
      summary: Documents shared by identity, without exchanging account names.
      description: |
        Two kinds of caller. A signed-in app account sends its token as `Authorization: Bearer`, or as
        the session cookie; a request with the cookie that changes something must come from this
        server's own origin. The app's own backend sends its service key as `Authorization: Bearer`,
        and names the account it acts for in `Grove-Account` (percent-encoded UTF-8), that account's
        session in `Grove-Session`, and how it is shown to others in `Grove-Display-Name`.

        A member that is not required may be left out or sent as null; answers leave it out.
        Byte strings are base64url without padding; 64-bit integers are decimal strings; times are
        milliseconds since 1970. Every refusal is a problem (RFC 9457) with a stable `code`. What does
        not exist and what one may not see are answered alike.
      license: {name: Apache-2.0, identifier: Apache-2.0}
    security: [{bearer: []}, {cookie: []}]
    paths:

    """

  private static let components = """
    components:
      securitySchemes:
        bearer: {type: http, scheme: bearer, description: A session token or a service key.}
        cookie: {type: apiKey, in: cookie, name: __Host-grove-session}
      parameters:
        documentID: {name: documentID, in: path, required: true, schema: {$ref: '#/components/schemas/ID'}}
        collaborationID: {name: collaborationID, in: path, required: true, schema: {$ref: '#/components/schemas/CollaborationID'}}
        knockID: {name: knockID, in: path, required: true, schema: {$ref: '#/components/schemas/ID'}}
        after: {name: after, in: query, description: The last sequence that is known., schema: {type: string, pattern: '^(0|[1-9][0-9]{0,19})$'}}
        limit: {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 500, default: 100}}
        lastEventID: {name: Last-Event-ID, in: header, description: Goes before `after`., schema: {type: string}}
      responses:
        Problem:
          description: A refusal (RFC 9457). It carries a stable code and changes nothing.
          content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}}

    """
}
