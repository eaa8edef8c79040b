extension CollaborationOpenAPI {
  static let contentPaths = """
      /collab/v1/documents/{documentID}/updates:
        parameters: [{$ref: '#/components/parameters/documentID'}]
        post:
          operationId: appendUpdate
          summary: >-
            Appends opaque bytes to the log. The same `updateID` again answers the first
            sequence. Refused with `read_only`, `comments_off`.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/AppendUpdate'}}}
          responses:
            '201':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/UpdateAppended'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/documents/{documentID}/events:
        parameters: [{$ref: '#/components/parameters/documentID'}]
        get:
          operationId: documentEvents
          summary: >-
            A page of log entries after a position, oldest first: at most `limit`, and fewer where
            they have more than 256 KiB. Refused with `position_unknown` beyond the end.
          parameters:
            - {$ref: '#/components/parameters/after'}
            - {$ref: '#/components/parameters/limit'}
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/DocumentEventPage'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/documents/{documentID}/stream:
        parameters: [{$ref: '#/components/parameters/documentID'}]
        get:
          operationId: documentStream
          summary: >-
            The log from a position on, and who is present. Events are named `document` (with an
            id), `presence` and `ended`; a comment line keeps the connection alive.
          parameters:
            - {$ref: '#/components/parameters/after'}
            - {$ref: '#/components/parameters/lastEventID'}
          responses:
            '200':
              description: Done.
              content: {text/event-stream: {schema: {$ref: '#/components/schemas/DocumentEvent'}}}
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/documents/{documentID}/snapshot:
        parameters: [{$ref: '#/components/parameters/documentID'}]
        get:
          operationId: snapshot
          summary: >-
            The newest snapshot; where there is none yet, an empty one of sequence 0.
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/Snapshot'}}}
            default: {$ref: '#/components/responses/Problem'}
        put:
          operationId: putSnapshot
          summary: >-
            Keeps a client-made summary of everything up to a sequence. Refused with
            `read_only`, `position_unknown`, and `conflict` for one older than what is kept.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/PutSnapshot'}}}
          responses:
            '204':
              description: Done.
            default: {$ref: '#/components/responses/Problem'}
      /collab/v1/documents/{documentID}/presence:
        parameters: [{$ref: '#/components/parameters/documentID'}]
        get:
          operationId: presence
          summary: >-
            Who is here now.
          responses:
            '200':
              description: Done.
              content: {application/json: {schema: {$ref: '#/components/schemas/Presence'}}}
            default: {$ref: '#/components/responses/Problem'}
        put:
          operationId: putPresence
          summary: >-
            Says the caller is here, with a lease.
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/PutPresence'}}}
          responses:
            '204':
              description: Done.
            default: {$ref: '#/components/responses/Problem'}
        delete:
          operationId: endPresence
          summary: >-
            Leaves before the lease ends.
          parameters:
            - {name: clientID, in: query, required: true, schema: {$ref: '#/components/schemas/ID'}}
          responses:
            '204':
              description: Done.
            default: {$ref: '#/components/responses/Problem'}

    """
}
