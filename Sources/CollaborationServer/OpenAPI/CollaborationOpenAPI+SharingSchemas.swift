extension CollaborationOpenAPI {
  static let sharingSchemas = """
        PutSnapshot:
          description: >-
            `data` at most 8 MiB.
          type: object
          required: [sequence, data]
          properties:
            sequence: {$ref: '#/components/schemas/UInt64'}
            data: {$ref: '#/components/schemas/Bytes'}
        Snapshot:
          type: object
          required: [sequence, data]
          properties:
            sequence: {$ref: '#/components/schemas/UInt64'}
            data: {$ref: '#/components/schemas/Bytes'}
        PutPresence:
          description: >-
            `state` at most 4 KiB.
          type: object
          required: [clientID, state]
          properties:
            clientID: {$ref: '#/components/schemas/ID'}
            state: {$ref: '#/components/schemas/Bytes'}
            leaseSeconds: {type: [integer, 'null'], minimum: 5, maximum: 120, default: 30}
        Presence:
          type: object
          required: [present]
          properties:
            present: {type: array, items: {$ref: '#/components/schemas/Present'}}
        Present:
          description: >-
            One window or program of one account.
          type: object
          required: [account, displayName, clientID, state, expiresAt]
          properties:
            account: {$ref: '#/components/schemas/AccountLabel'}
            displayName: {type: string}
            clientID: {$ref: '#/components/schemas/ID'}
            state: {$ref: '#/components/schemas/Bytes'}
            expiresAt: {$ref: '#/components/schemas/UInt64'}
        PrepareCollaboration:
          type: object
          required: [requestID, options]
          properties:
            requestID: {$ref: '#/components/schemas/ID'}
            options: {$ref: '#/components/schemas/ShareOptions'}
        CollaborationPrepared:
          description: >-
            `created`: this request made it.
          type: object
          required: [link, collaborationID, epoch, created]
          properties:
            link: {type: string, format: uri}
            collaborationID: {$ref: '#/components/schemas/CollaborationID'}
            epoch: {$ref: '#/components/schemas/UInt64'}
            created: {type: boolean}
        Collaboration:
          type: object
          required: [collaborationID, documentID, title, link, epoch, options]
          properties:
            collaborationID: {$ref: '#/components/schemas/CollaborationID'}
            documentID: {$ref: '#/components/schemas/ID'}
            title: {type: string}
            link: {type: string, format: uri}
            epoch: {$ref: '#/components/schemas/UInt64'}
            options: {$ref: '#/components/schemas/ShareOptions'}
        ChangeShareOptions:
          type: object
          required: [options]
          properties:
            options: {$ref: '#/components/schemas/ShareOptions'}
        UpdateIdentities:
          description: >-
            At most 1024 entries; a root is named once.
          type: object
          required: [requestID]
          properties:
            requestID: {$ref: '#/components/schemas/ID'}
            add: {type: [array, 'null'], maxItems: 1024, items: {$ref: '#/components/schemas/AddedIdentity'}}
            remove: {type: [array, 'null'], maxItems: 1024, items: {$ref: '#/components/schemas/Hash'}}
            replace: {type: [array, 'null'], maxItems: 1024, items: {$ref: '#/components/schemas/Replacement'}}
        AddedIdentity:
          type: object
          required: [root, depth]
          properties:
            root: {$ref: '#/components/schemas/Hash'}
            depth: {const: 5}
        Replacement:
          type: object
          required: [old, new]
          properties:
            old: {$ref: '#/components/schemas/Hash'}
            new: {$ref: '#/components/schemas/Hash'}
        IdentitiesUpdated:
          type: object
          required: [epoch, cut]
          properties:
            epoch: {$ref: '#/components/schemas/UInt64'}
            cut: {$ref: '#/components/schemas/Cut'}
        Cut:
          description: >-
            Live sessions ended; from the commit to the last stream's end.
          type: object
          required: [accounts, streams, microseconds]
          properties:
            accounts: {type: integer}
            streams: {type: integer}
            microseconds: {type: integer}
        CollaborationEnded:
          type: object
          required: [cut]
          properties:
            cut: {$ref: '#/components/schemas/Cut'}
        ParticipantList:
          type: object
          required: [owner, ownerDisplayName, participants]
          properties:
            owner: {$ref: '#/components/schemas/AccountLabel'}
            ownerDisplayName: {type: string}
            participants: {type: array, items: {$ref: '#/components/schemas/Participant'}}
            more: {type: boolean}
        Participant:
          description: >-
            `account` once somebody proved.
          type: object
          required: [root, addedAt, addedBy]
          properties:
            root: {$ref: '#/components/schemas/Hash'}
            account: {$ref: '#/components/schemas/AccountLabel'}
            displayName: {type: string}
            addedAt: {$ref: '#/components/schemas/UInt64'}
            boundAt: {$ref: '#/components/schemas/UInt64'}
            addedBy: {$ref: '#/components/schemas/AccountLabel'}
        ChallengeIssued:
          description: >-
            `data` is the same for the client framework.
          type: object
          required: [challenge, expiresIn, audience, account, data]
          properties:
            challenge: {$ref: '#/components/schemas/Challenge'}
            expiresIn: {type: integer, minimum: 1, maximum: 300}
            audience: {type: string}
            account: {$ref: '#/components/schemas/AccountLabel'}
            data: {$ref: '#/components/schemas/Bytes'}
        SignedIdentityProof:
          description: >-
            Profile 2, where it is on, also has `signatureFormat`. At most 8 KiB.
          type: object
          required: [v, profile, publicKey, publicKeyIndex, inclusionHashes, challenge, signature]
          properties:
            v: {const: 1}
            profile: {enum: [1, 2]}
            publicKey: {$ref: '#/components/schemas/Bytes'}
            publicKeyIndex: {type: integer}
            inclusionHashes: {type: array, items: {$ref: '#/components/schemas/Bytes'}}
            challenge: {$ref: '#/components/schemas/Bytes'}
            signature: {$ref: '#/components/schemas/Bytes'}
            signatureFormat: {enum: [der, p1363]}
        AccessGranted:
          type: object
          required: [result, documentID, title, root, epoch]
          properties:
            result: {enum: [granted, already_granted]}
            documentID: {$ref: '#/components/schemas/ID'}
            title: {type: string}
            root: {$ref: '#/components/schemas/Hash'}
            epoch: {$ref: '#/components/schemas/UInt64'}
        Knock:
          type: object
          properties:
            note: {type: [string, 'null'], maxLength: 512}
        KnockReceived:
          type: object
          required: [received]
          properties:
            received: {const: true}
        KnockList:
          type: object
          required: [knocks]
          properties:
            knocks: {type: array, items: {$ref: '#/components/schemas/KnockRequest'}}
            next: {type: string}
        KnockRequest:
          type: object
          required: [knockID, account, displayName, at]
          properties:
            knockID: {$ref: '#/components/schemas/ID'}
            account: {$ref: '#/components/schemas/AccountLabel'}
            displayName: {type: string}
            note: {type: string}
            at: {$ref: '#/components/schemas/UInt64'}
        AnswerKnock:
          type: object
          required: [accept]
          properties:
            accept: {type: boolean}
        AttestNotice:
          type: object
          required: [noticeID, event, trigger, at]
          properties:
            noticeID: {$ref: '#/components/schemas/ID'}
            event: {type: integer}
            trigger: {type: integer}
            at: {$ref: '#/components/schemas/UInt64'}
        NoticeAttested:
          type: object
          required: [root, signature, keyID]
          properties:
            root: {$ref: '#/components/schemas/Hash'}
            signature: {$ref: '#/components/schemas/Signature'}
            keyID: {type: string}
        CollaborationKeys:
          type: object
          required: [keys]
          properties:
            keys: {type: array, items: {$ref: '#/components/schemas/CollaborationKey'}}
        CollaborationKey:
          type: object
          required: [keyID, publicKey]
          properties:
            keyID: {type: string}
            publicKey: {$ref: '#/components/schemas/PublicKey'}
            notAfter: {$ref: '#/components/schemas/UInt64'}

    """
}
