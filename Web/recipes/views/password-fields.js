import { find, h, newID } from "../../ui/dom.js";

/** @param {string} fresh @returns {string | undefined} */
export function newPasswordProblem(fresh) {
  const bytes = new TextEncoder().encode(fresh).length;
  if (bytes < 8) return "Choose a password of at least 8 characters.";
  return bytes > 1024 ? "That password is too long." : undefined;
}

/** @param {string} name @returns {string | undefined} */
export function signInNameProblem(name) {
  if (!name) return "Choose a name to sign in with.";
  return new TextEncoder().encode(name).length > 255 ? "That name is too long." : undefined;
}

/** @param {string} label @param {string} autocomplete @param {string} [hint] */
export function secret(label, autocomplete, hint) {
  const id = newID();
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("input", { class: "input", id, type: "password", autocomplete, maxlength: 1024, required: true,
      "aria-describedby": hint && `${id}-h` }),
    hint && h("p", { class: "small quiet", id: `${id}-h` }, hint));
}

/** @param {HTMLElement} field */
export const inputOf = (field) => /** @type {HTMLInputElement} */ (find("input", field));

/** What the person signs in with where the name of their account is one that nobody chose. */
export function signInNameField() {
  const id = newID();
  return h("div", { class: "field" }, h("label", { for: id }, "Sign-in name"),
    h("input", { class: "input", id, type: "text", autocomplete: "username", autocapitalize: "none", spellcheck: "false",
      maxlength: 255, required: true, "aria-describedby": `${id}-h` }),
    h("p", { class: "small quiet", id: `${id}-h` }, "A name or an e-mail address. Only you see it."));
}
