import { fill, find, focusable, h } from "../../ui/dom.js";
import { choiceGroup, radioRows, switchRow } from "../../ui/choices.js";
import { ask, openDialog } from "../../ui/dialog.js";
import { say } from "../../ui/status.js";
import { randomID } from "../log/base64url.js";
import { notOpened, sentenceOf } from "../views/sentences.js";
import { personRow, row } from "./person-row.js";

/** @typedef {import("./participants.js").Person} Person */
/** @typedef {import("../server/body-types.js").Knock} Knock */

/**
 * What the owner can do about who takes part: answer those who ask, take somebody out, change what
 * they may do, stop sharing.
 *
 * @param {object} parts
 * @param {import("../app.js").App} parts.app
 * @param {import("../server/body-types.js").Document} parts.document shared
 * @param {import("./participant-list.js").ParticipantList} parts.participantList
 * @param {(account: string) => boolean} parts.isHere now
 * @param {() => void} parts.closed
 * @param {() => void} parts.stopped
 */
export function manageDialog({ app, document, participantList, isHere, closed, stopped }) {
  // Long because its parts, small functions, share what is shown at the moment.
  const id = document.collaborationID ?? "";
  const dialog = openDialog({ title: "Manage who takes part", body: [], name: "manage", closed });

  /** @param {() => Promise<unknown>} body */
  async function carryOut(body) {
    try {
      await body();
      await participantList.look();
    } catch (error) {
      say(sentenceOf(error));
    }
    show();
  }

  /** @param {Person} person */
  async function remove(person) {
    const isSure = await ask({ title: `Remove ${person.name}?`, yes: "Remove", danger: true,
      text: `${person.name} loses access at once. Your conversations stay as they are.` });
    if (!isSure) return;
    await carryOut(async () => {
      await app.server.updateIdentities(id, { requestID: randomID(), remove: person.roots });
      say(`${person.name} has no access any more`);
    });
  }

  async function stop() {
    const isSure = await ask({ title: "Stop sharing?", yes: "Stop sharing", danger: true,
      text: "Everybody else loses access at once, and the link leads nowhere. The recipe stays yours." });
    if (!isSure) return;
    try {
      await app.server.endCollaboration(id);
      dialog.close();
      stopped();
    } catch (error) {
      say(sentenceOf(error));
    }
  }

  /** @param {Knock} knock @param {boolean} accept */
  const answer = (knock, accept) => carryOut(async () => {
    await app.server.answerKnock(id, knock.knockID, accept);
    if (accept) say(`${knock.displayName} has access now`);
  });

  /** @param {Partial<import("../server/body-types.js").ShareOptions>} change */
  const change = (change) => carryOut(async () => {
    const now = { access: "readWrite", allowsComments: true, allowsMentions: true, ...document.options };
    const options = /** @type {import("../server/body-types.js").ShareOptions} */ ({ ...now, ...change });
    await app.server.changeShareOptions(id, options);
    document.options = options;
  });

  function show() {
    const { people, invited, knocks } = participantList;
    const others = people.filter(({ isOwner }) => !isOwner);
    const focused = globalThis.document.activeElement;
    const hadFocus = dialog.body.contains(focused);
    fill(dialog.body,
      knocks.length > 0 && h("section", { class: "stack" }, h("h3", null, "Asking for access"),
        h("p", { class: "small quiet" }, "Anybody can choose any name. Let in whom you expect."),
        h("ul", { class: "people" }, knocks.map((knock) => knockRow(knock, answer)))),
      h("section", { class: "stack" }, h("h3", null, "People"),
        others.length === 0 && participantList.isKnown && h("p", { class: "quiet" }, "Nobody else is in it now."),
        h("ul", { class: "people" }, others.map((person) => personRow(person,
          isHere(person.account), h("button", { type: "button", class: "button slim danger",
            "aria-label": `Remove ${person.name}`, onclick: () => remove(person) }, "Remove")))),
        invited > 0 && h("p", { class: "small quiet" }, notOpened(invited))),
      options(document.options, change),
      h("button", { type: "button", class: "button danger wide", onclick: stop }, "Stop sharing"));
    // What was pressed keeps the focus, though it is drawn anew; or is gone.
    if (hadFocus) (find(`#${focused?.id || "none"}`) ?? focusable(dialog.body))?.focus();
  }
  show();
  return { show };
}

/**
 * @param {import("../server/body-types.js").ShareOptions | undefined} now
 * @param {(change: Partial<import("../server/body-types.js").ShareOptions>) => void} change
 */
function options(now, change) {
  const { access = "readWrite", allowsComments = true, allowsMentions = true } = now ?? {};
  return h("section", { class: "stack" },
    choiceGroup("Permission", radioRows([
      { id: "readWrite", title: "Can make changes", checked: access === "readWrite" },
      { id: "readOnly", title: "Read only", checked: access === "readOnly" },
    ], "access", (id) => change({ access: id === "readOnly" ? "readOnly" : "readWrite" }))),
    choiceGroup("Additional settings", [
      switchRow({ id: "comments", title: "Allow comments", checked: allowsComments,
        onchange: (is) => change({ allowsComments: is }) }),
      switchRow({ id: "mentions", title: "Allow mentions", checked: allowsMentions,
        onchange: (is) => change({ allowsMentions: is }) }),
    ]));
}

/** @param {Knock} knock @param {(knock: Knock, accept: boolean) => void} answer */
const knockRow = (knock, answer) =>
  row(knock.displayName, knock.note ? `“${knock.note}”` : "Without a note",
    h("button", { type: "button", class: "button slim primary", onclick: () => answer(knock, true),
      "aria-label": `Accept ${knock.displayName}` }, "Accept"),
    h("button", { type: "button", class: "button slim", onclick: () => answer(knock, false),
      "aria-label": `Ignore ${knock.displayName}` }, "Ignore"));
