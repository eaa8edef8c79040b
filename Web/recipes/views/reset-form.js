import { h, newID } from "../../ui/dom.js";
import { inputOf, newPasswordProblem, secret } from "./password-fields.js";
import { sentenceOf } from "./sentences.js";

/**
 * Choosing another password by a link that whoever runs the server has handed out.
 *
 * @param {import("../server/app-server.js").AppServer} server
 * @param {string} token what the link carries
 * @param {(account: string) => void} done the account whose password it is now
 */
export function resetForm(server, token, done) {
  const id = newID();
  const problem = h("p", { class: "error", role: "alert" });
  const fresh = secret("New password", "new-password", "At least 8 characters.");
  const send = h("button", { class: "button primary wide" }, "Set the password");
  const form = h("form", { class: "stack card sign-in", novalidate: true, "aria-labelledby": id },
    h("h2", { id }, "Choose a new password"), fresh, problem, send,
    h("p", { class: "small quiet" }, "Then you are signed out everywhere, and sign in with it."));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const input = inputOf(fresh);
    problem.textContent = newPasswordProblem(input.value) ?? "";
    if (problem.textContent) return input.focus();
    send.disabled = true;
    try {
      const { account } = await server.resetPassword(token, input.value);
      done(account);
    } catch (error) {
      problem.textContent = sentenceOf(error);
      input.focus();
    } finally {
      send.disabled = false;
    }
  });
  return form;
}
