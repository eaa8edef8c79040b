import { avatar } from "../../ui/avatar.js";
import { peopleField } from "../../ui/combobox.js";
import { folded } from "../folded-letters.js";
import { found } from "../search.js";
import { isHandle } from "../welcome/handle.js";
import { errorSentence, failureOf } from "../sentences.js";

/** @typedef {import("../../grove/rules/model/messenger-types.js").Person} Person */
/** @typedef {import("../../ui/combobox.js").Suggestion} Suggestion */

/** @param {Person} person @returns {Suggestion} */
export const suggestion = ({ accountID, name, handle }) => ({
  id: accountID, label: name || handle, detail: handle,
    picture: avatar(name || handle, "little"),
});

const noHandle = "This is no handle: one is made of small letters, digits and . _ - without spaces, "
  + "like ann.lee. A contact link serves as well.";

/**
 * What was typed: a handle, in whatever letters its person writes their name, or a contact link that says which account
 * it has to be.
 *
 * @param {string} text
 * @returns {{ handle: string, expecting?: string }}
 */
export function readContact(text) {
  const link = /^https?:\/\/[^#]*#h=([a-z0-9._-]+)&a=([\w-]{43})$/u.exec(text.trim());
  if (link) return { handle: link[1], expecting: link[2] };
  return { handle: folded(text.trim().replace(/^@/u, "")) };
}

/**
 * A field for recipients that knows the people of this device and looks handles up.
 *
 * @param {Pick<import("../app.js").App, "messenger" | "people">} app
 * @param {object} parts
 * @param {string} parts.label
 * @param {string[]} [parts.without] accounts that are there already
 * @param {(chosen: Suggestion[]) => void} [parts.changed]
 */
export async function recipients(app, { label, without = [], changed = () => {} }) {
  const known = await app.messenger.people();
  const field = peopleField({
    label, placeholder: "Name or handle",
    hint: "Type a name you know, or a handle and Enter.",
    suggest: (text, chosen) => known
      .filter(({ accountID, name, handle }) => !chosen.includes(accountID) &&
        !without.includes(accountID) && found([name, handle], text))
      .slice(0, 8).map(suggestion),
    lookUp: async (text) => {
      const { handle, expecting } = readContact(text);
      // Whatever was pasted by mistake is nobody else's affair.
      if (!isHandle(handle)) throw { words: noHandle };
      const person = await app.messenger.lookUp(handle, { expecting });
      if (person.isMe) throw { code: "malformed", words: "This is you." };
      if (without.includes(person.accountID)) throw { words: `${person.name} is here already.` };
      app.people.learn([person]);
      return suggestion(person);
    },
    explain: (error) => failureOf(error).words ?? errorSentence(error),
    changed,
  });
  return field;
}
