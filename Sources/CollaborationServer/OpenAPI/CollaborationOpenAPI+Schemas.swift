extension CollaborationOpenAPI {
  static let schemas = contentSchemas + sharingSchemas

  private static let contentSchemas = """
      schemas:
        Bytes: {type: string, pattern: '^[A-Za-z0-9_-]*$', description: Base64url without padding.}
        ID: {type: string, pattern: '^[A-Za-z0-9_-]{21}[AQgw]$', description: 16 bytes in base64url.}
        Hash: {type: string, pattern: '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$', description: 32 bytes in base64url.}
        PublicKey: {type: string, pattern: '^[A-Za-z0-9_-]{86}[AEIMQUYcgkosw048]$', description: 65 bytes in base64url (X9.63).}
        Signature: {type: string, pattern: '^[A-Za-z0-9_-]{85}[AQgw]$', description: 64 bytes in base64url.}
        Challenge: {type: string, pattern: '^[A-Za-z0-9_-]{90}[AEIMQUYcgkosw048]$', description: 68 bytes in base64url.}
        UInt64: {type: string, pattern: '^(0|[1-9][0-9]{0,19})$', description: A decimal 64-bit integer.}
        AccountLabel: {type: string, minLength: 1, maxLength: 255, description: 'An app account: 1 to 255 bytes of UTF-8 without control characters, compared as bytes.'}
        CollaborationID: {type: string, minLength: 1, maxLength: 255, description: '1 to 255 bytes of UTF-8, compared as bytes; this server makes them of 22 characters.'}
        Problem:
          description: >-
            RFC 9457.
          type: object
          required: [type, title, status, code]
          properties:
            type: {type: string}
            title: {type: string}
            status: {type: integer}
            code: {type: string}
            detail: {type: string}
            requestID: {type: string}
            retryAfter: {type: integer}
        CreateAppAccount:
          type: object
          required: [account, displayName, password]
          properties:
            account: {$ref: '#/components/schemas/AccountLabel'}
            displayName: {type: string, minLength: 1, maxLength: 128}
            password: {type: string, minLength: 8, maxLength: 1024}
        CreateSession:
          type: object
          required: [account, password]
          properties:
            account: {$ref: '#/components/schemas/AccountLabel'}
            password: {type: string, maxLength: 1024}
            device: {type: string, maxLength: 128, description: The `device` of an earlier session here.}
        ChangePassword:
          type: object
          required: [oldPassword, newPassword]
          properties:
            oldPassword: {type: string, maxLength: 1024}
            newPassword: {type: string, minLength: 8, maxLength: 1024}
        PasswordChanged:
          description: >-
            `device` takes the place of the earlier one, which ends with the old password.
          type: object
          required: [endedSessions, device]
          properties:
            endedSessions: {type: integer}
            device: {type: string}
        SessionList:
          type: object
          required: [sessions]
          properties:
            sessions: {type: array, maxItems: 100, items: {$ref: '#/components/schemas/SessionEntry'}}
        SessionEntry:
          description: >-
            `device` in a few words what the client said of itself when it signed in;
            `lastUsedAt` to within ten minutes.
          type: object
          required: [sessionID, createdAt, lastUsedAt, expiresAt, device, isCurrent]
          properties:
            sessionID: {type: string, maxLength: 64}
            createdAt: {$ref: '#/components/schemas/UInt64'}
            lastUsedAt: {$ref: '#/components/schemas/UInt64'}
            expiresAt: {$ref: '#/components/schemas/UInt64'}
            device: {type: string}
            isCurrent: {type: boolean}
        AppSession:
          description: >-
            Pages get the same token as a cookie. `device` is to be shown at the next signing in.
          type: object
          required: [token, account, displayName, expiresAt]
          properties:
            token: {type: string, minLength: 1, maxLength: 256}
            account: {$ref: '#/components/schemas/AccountLabel'}
            displayName: {type: string}
            expiresAt: {$ref: '#/components/schemas/UInt64'}
            device: {type: string}
        AppAccount:
          type: object
          required: [account, displayName]
          properties:
            account: {$ref: '#/components/schemas/AccountLabel'}
            displayName: {type: string}
        CreateDocument:
          type: object
          required: [requestID, title]
          properties:
            requestID: {$ref: '#/components/schemas/ID'}
            title: {type: string, minLength: 1, maxLength: 1024}
        ChangeDocument:
          type: object
          properties:
            title: {type: [string, 'null'], minLength: 1, maxLength: 1024}
            location: {type: [string, 'null'], pattern: '^/', maxLength: 1024}
        Document:
          description: >-
            `collaborationID` and `options` once it is shared.
          type: object
          required: [documentID, title, location, owner, access, createdAt, lastSequence]
          properties:
            documentID: {$ref: '#/components/schemas/ID'}
            title: {type: string}
            location: {type: string}
            owner: {$ref: '#/components/schemas/AccountLabel'}
            access: {enum: [owner, readWrite, readOnly]}
            createdAt: {$ref: '#/components/schemas/UInt64'}
            lastSequence: {$ref: '#/components/schemas/UInt64'}
            collaborationID: {$ref: '#/components/schemas/CollaborationID'}
            options: {$ref: '#/components/schemas/ShareOptions'}
        DocumentList:
          type: object
          required: [documents]
          properties:
            documents: {type: array, items: {$ref: '#/components/schemas/Document'}}
            next: {type: string}
        ShareOptions:
          description: >-
            What the sharer selected; `appSelection` is the app's own, at most 4 KiB, kept
            unread.
          type: object
          required: [access, allowsComments, allowsMentions]
          properties:
            access: {enum: [readWrite, readOnly]}
            allowsComments: {type: boolean}
            allowsMentions: {type: boolean}
            appSelection: {type: [string, 'null'], maxLength: 4096}
        AppendUpdate:
          description: >-
            `data` at most 1 MiB.
          type: object
          required: [updateID, kind, data]
          properties:
            updateID: {$ref: '#/components/schemas/ID'}
            kind: {enum: [edit, comment]}
            data: {$ref: '#/components/schemas/Bytes'}
        UpdateAppended:
          type: object
          required: [sequence]
          properties:
            sequence: {$ref: '#/components/schemas/UInt64'}
        DocumentEvent:
          description: >-
            The members that belong to its kind are present.
          type: object
          required: [sequence, kind, at]
          properties:
            sequence: {$ref: '#/components/schemas/UInt64'}
            kind: {enum: [edit, comment, renamed, moved, deleted, optionsChanged, granted, removed, left, knocked]}
            account: {$ref: '#/components/schemas/AccountLabel'}
            displayName: {type: string}
            at: {$ref: '#/components/schemas/UInt64'}
            data: {$ref: '#/components/schemas/Bytes'}
            updateID: {$ref: '#/components/schemas/ID'}
            title: {type: string}
            location: {type: string}
            options: {$ref: '#/components/schemas/ShareOptions'}
            subject: {$ref: '#/components/schemas/AccountLabel'}
        DocumentEventPage:
          type: object
          required: [events, more]
          properties:
            events: {type: array, items: {$ref: '#/components/schemas/DocumentEvent'}}
            more: {type: boolean}
            next: {$ref: '#/components/schemas/UInt64'}

    """
}
