import { decodeBase64URL } from "../../../../Web/grove/encoding/base64url.js";
import { selectedIdentifiers } from "../../../../Web/grove/rules/sharing/share-options.js";
import { readMetadata } from "../../../../Web/grove/rules/sharing/collaboration-metadata.js";
import { AppServer } from "../../../../Web/recipes/server/app-server.js";

/** What the app offers in its share sheet, as it stands in a message. */
export const offered = {
  summary: "Everyone can make changes",
  groups: [
    { identifier: "permission", kind: "picker", title: "Permission", options: [
      { identifier: "read-write", title: "Can make changes", isSelected: true },
      { identifier: "read-only", title: "Read only" },
    ] },
    { identifier: "additional", kind: "switches", options: [
      { identifier: "comments", title: "Allow comments", isSelected: true },
      { identifier: "mentions", title: "Allow mentions", isSelected: true },
    ] },
  ],
};

/** A signed-in app account and the app's answers to actions, as the app's page has them. */
export class RecipesApp {
  name = "Recipes";
  /** What was asked, in order. */
  asked = [];
  /** A type of action that fails the next time. */
  failing;

  static async signUp(servers, account) {
    const app = new RecipesApp();
    app.origin = servers.app;
    app.account = account;
    const { token } = await new AppServer({ origin: servers.app })
      .signUp({ account, displayName: account, password: "correct horse battery" });
    app.server = new AppServer({ origin: servers.app, token });
    return app;
  }

  async document(title) {
    const { documentID } = await this.server.createDocument(title, decodable());
    return readMetadata({
      localIdentifier: documentID, title, initiatorHandle: this.account, defaultShareOptions: offered,
    });
  }

  #fails(type) {
    this.asked.push(type);
    const fails = this.failing === type;
    if (fails) this.failing = undefined;
    return fails;
  }

  async start({ actionID, metadata }) {
    if (this.#fails("start")) return { ok: false, reason: "The app could not make a link." };
    const chosen = selectedIdentifiers(metadata.userSelectedShareOptions);
    const { link, collaborationID, epoch } = await this.server.prepareCollaboration(
      metadata.localIdentifier, actionID, {
        access: chosen.includes("read-only") ? "readOnly" : "readWrite",
        allowsComments: chosen.includes("comments"), allowsMentions: chosen.includes("mentions"),
      });
    this.last = collaborationID;
    return { ok: true, link, collaborationID, epoch };
  }

  async updateParticipants({ actionID, collaborationID, added, removed, replaced }) {
    if (this.#fails("participants")) return { ok: false, reason: "The server is away." };
    const { epoch } = await this.server.updateIdentities(collaborationID, {
      requestID: actionID, add: added.map((root) => ({ root, depth: 5 })), remove: removed,
      replace: replaced,
    });
    return { ok: true, epoch };
  }

  async shareCancelled({ collaborationID }) {
    if (this.#fails("cancelled")) return { ok: false, reason: "The server is away." };
    if (collaborationID) {
      await this.server.endCollaboration(collaborationID, { ifUnused: true })
        .catch((error) => { if (!["not_found", "gone"].includes(error.code)) throw error; });
    }
    return { ok: true };
  }

  /** Opens a shared link: challenge, proof, access. */
  async open(sharing, collaborationID, confirm = async () => true, refused = []) {
    const { data } = await this.server.challenge(collaborationID);
    const proof = await sharing.proof(
      { origin: this.origin, collaborationID, data: decodeBase64URL(data), refused }, confirm);
    if (!proof.ok) return proof.refusal;
    const { result } = await this.server.prove(collaborationID, JSON.parse(proof.value.json));
    return result;
  }
}

const decodable = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
