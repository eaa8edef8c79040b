import { ask } from "../../ui/dialog.js";
import { say } from "../../ui/status.js";
import { addressOf } from "../app.js";
import { rememberEnding } from "../sharing/endings.js";
import { sentenceOf } from "../views/sentences.js";

/**
 * What a person can do with a recipe as a whole.
 *
 * @param {import("../app.js").App} app
 * @param {import("../session/document-session.js").DocumentSession} session
 * @param {import("./participant-list.js").ParticipantList} participantList
 */
export function documentActions(app, session, participantList) {
  // Long because its parts, small functions, share what is shown at the moment.
  const { server } = app;
  const { document } = session;
  /** @type {{ show: () => void } | undefined} */
  let managing;
  let here = "";
  participantList.addEventListener("change", () => managing?.show());

  /** @type {(error: unknown) => void} it was not to be; the recipe is opened again */
  const goOn = (error) => {
    say(sentenceOf(error));
    app.go(addressOf(document), { replace: true });
  };

  return {
    /** @param {string[]} accounts who have it open now */
    hereAre(accounts) {
      const now = ` ${accounts.join(" ")} `;
      if (now === here) return;
      here = now;
      managing?.show();
    },

    /** @param {string} title @throws {import("../server/problem.js").Problem} */
    async rename(title) {
      await server.changeDocument(document.documentID, { title });
      document.title = title;
    },

    async remove() {
      const isSure = await ask({ title: "Delete this recipe?", yes: "Delete", danger: true,
        text: `“${document.title}” is gone for everybody, for good.` });
      if (!isSure) return;
      // Closed first: what ends now is no surprise.
      session.close();
      try {
        await server.deleteDocument(document.documentID);
        app.go("/");
      } catch (error) {
        goOn(error);
      }
    },

    async leave() {
      const isSure = await ask({ title: "Leave this recipe?", yes: "Leave", danger: true,
        text: "You lose access at once, and the others are told. If you were invited, you can join again by its link; that "
          + "they are told, too." });
      if (!isSure || !document.collaborationID) return;
      session.close();
      try {
        await server.leave(document.collaborationID);
        rememberEnding(app.me.account, document.collaborationID, "left");
        app.go("/");
        say(`You left “${document.title}”. If you were invited, its link lets you join again.`);
      } catch (error) {
        goOn(error);
      }
    },

    async manage() {
      const [{ manageDialog }, { recipeChoices }] = await Promise.all([import("./manage-dialog.js"), import("./recipe-choices.js")]);
      managing = manageDialog({
        server, id: document.collaborationID ?? "", noun: "recipe", participantList,
        choices: (carryOut) => recipeChoices(server, document, carryOut), isHere: (account) => here.includes(` ${account} `),
        closed: () => (managing = undefined),
        stopped: () => {
          document.collaborationID = undefined;
          app.go(addressOf(document), { replace: true });
        },
      });
    },
  };
}
