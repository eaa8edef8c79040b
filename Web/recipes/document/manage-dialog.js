import { fill, find, focusable, h } from "../../ui/dom.js";
import { ask, openDialog } from "../../ui/dialog.js";
import { say } from "../../ui/status.js";
import { whenReleased } from "../../ui/when-released.js";
import { randomID } from "../log/base64url.js";
import { listed, notOpened, sentenceOf } from "../views/sentences.js";
import { personRow, row, toldApart } from "./person-row.js";

/** @typedef {import("./participants.js").Person} Person */
/** @typedef {import("../server/body-types.js").Knock} Knock */

/**
 * What the owner can do about who takes part: answer those who ask, take somebody out, change what
 * they may do, stop sharing.
 *
 * @param {object} parts
 * @param {import("../server/app-server.js").AppServer} parts.server
 * @param {string} parts.id of the collaboration
 * @param {import("../sharing/nouns.js").Noun} parts.noun
 * @param {(carryOut: (body: () => Promise<unknown>) => Promise<void>) => HTMLElement} parts.choices what the others may do,
 *   as it is now
 * @param {import("./participant-list.js").ParticipantList} parts.participantList
 * @param {(account: string) => boolean} parts.isHere now
 * @param {() => void} parts.closed
 * @param {() => void} parts.stopped
 */
export function manageDialog({ server, id, noun, choices, participantList, isHere, closed, stopped }) {
  // Long because its parts, small functions, share what is shown at the moment.
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
    const who = toldApart(person, participantList.people);
    const isSure = await ask({ title: `Remove ${who}?`, yes: "Remove", danger: true,
      text: `${whoLoses(person)} at once. Your conversations stay as they are.` });
    if (!isSure) return;
    await carryOut(async () => {
      await server.updateIdentities(id, { requestID: randomID(), remove: person.roots });
      say(`${who} has no access any more`);
    });
  }

  async function stop() {
    const isSure = await ask({ title: "Stop sharing?", yes: "Stop sharing", danger: true,
      text: `Everybody else loses access at once, and the link leads nowhere. The ${noun} stays yours.` });
    if (!isSure) return;
    try {
      await server.endCollaboration(id);
      dialog.close();
      stopped();
    } catch (error) {
      say(sentenceOf(error));
    }
  }

  /** @param {Knock} knock @param {boolean} accept */
  const answer = (knock, accept) => carryOut(async () => {
    await server.answerKnock(id, knock.knockID, accept);
    if (accept) say(`${knock.displayName} has access now`);
  });

  function show() {
    const { people, invited, knocks } = participantList;
    const others = people.filter(({ isOwner }) => !isOwner);
    const focused = globalThis.document.activeElement;
    const hadFocus = dialog.body.contains(focused);
    fill(dialog.body,
      knocks.length > 0 && h("section", { class: "stack" }, h("h3", null, "Asking for access"),
        h("p", { class: "small quiet" }, "Anybody can choose any name. Let in whom you expect. "
          + "Who is ignored is not told, and is not shown to you again for a day."),
        h("ul", { class: "people" }, knocks.map((knock) => knockRow(knock, answer)))),
      h("section", { class: "stack" }, h("h3", null, "People"),
        others.length === 0 && participantList.isKnown && h("p", { class: "quiet" }, "Nobody else is in it now."),
        h("ul", { class: "people" }, others.map((person) => personRow(person,
          isHere(person.account), h("button", { type: "button", class: "button slim danger",
            "aria-label": `Remove ${toldApart(person, people)}`, onclick: () => remove(person) }, "Remove")))),
        invited > 0 && h("p", { class: "small quiet" }, notOpened(invited, others.length))),
      choices(carryOut),
      h("button", { type: "button", class: "button danger wide", onclick: stop }, "Stop sharing"));
    // What was pressed keeps the focus, though it is drawn anew; or is gone.
    if (hadFocus) (find(`#${focused?.id || "none"}`) ?? focusable(dialog.body))?.focus();
  }
  show();
  // Of whom its owner has invited meanwhile, from the messenger, no page is told.
  participantList.refresh();
  return { show: () => whenReleased(dialog.body, show) };
}

/** @param {Person} person */
function whoLoses({ name, namesElsewhere = [] }) {
  if (namesElsewhere.length === 0) return `${name} loses access`;
  const names = listed([name, ...namesElsewhere].map((one) => `“${one}”`));
  return `${names} are accounts of one person, and ${namesElsewhere.length > 1 ? "all" : "both"} lose access`;
}

/** @param {Knock} knock @param {(knock: Knock, accept: boolean) => void} answer */
const knockRow = (knock, answer) =>
  row(knock.displayName, knock.note ? `“${knock.note}”` : "Without a note",
    h("button", { type: "button", class: "button slim primary", onclick: () => answer(knock, true),
      "aria-label": `Accept ${knock.displayName}` }, "Accept"),
    h("button", { type: "button", class: "button slim", onclick: () => answer(knock, false),
      "aria-label": `Ignore ${knock.displayName}` }, "Ignore"));
