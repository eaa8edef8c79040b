import { fill, find, h, newID } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { remember } from "../page-shell.js";
import { codeOf } from "../server/problem.js";
import { inputOf, newPasswordProblem, secret, signInNameField, signInNameProblem } from "./password-fields.js";
import { sentenceOf } from "./sentences.js";

/**
 * For an account that an invitation has made: with a password it is reached where no messenger is.
 *
 * @param {import("../app.js").App} app
 * @param {() => Promise<unknown>} changed
 */
export function addPasswordForm(app, changed) {
  const id = newID();
  const [nameProblem, problem] = [h("p", { class: "error", role: "alert" }), h("p", { class: "error", role: "alert" })];
  const name = signInNameField();
  name.append(nameProblem);
  const fresh = secret("Password", "new-password", "At least 8 characters.");
  const send = h("button", { class: "button primary" }, "Add the password");
  const form = h("form", { class: "stack card", novalidate: true, "aria-labelledby": id },
    h("h2", { id, tabindex: "-1" }, "Add a password"),
    h("p", null, "Your messenger brings you here. With a name and a password you can also sign in where it is not."),
    name, fresh, problem,
    h("p", { class: "small quiet" }, "Everywhere else you are signed out."),
    h("div", { class: "buttons" }, send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [chosen, input] = [inputOf(name), inputOf(fresh)];
    const signInName = chosen.value.trim();
    nameProblem.textContent = signInNameProblem(signInName) ?? "";
    problem.textContent = newPasswordProblem(input.value) ?? "";
    if (nameProblem.textContent) return chosen.focus();
    if (problem.textContent) return input.focus();
    if (send.disabled) return;
    send.disabled = true;
    try {
      await app.server.addPassword(input.value, signInName);
      Object.assign(app.me, { hasPassword: true, signInName });
      // Where they sign in next it stands there.
      remember(app.me);
      fill(form, h("h2", { id, tabindex: "-1" }, "Password"), h("p", null, "The password is added. With it you "
        + "sign in as ", h("b", null, signInName), "."));
      say("The password is added");
      // The button that had the focus is gone.
      find("h2", form).focus();
      await changed();
    } catch (error) {
      if (codeOf(error) === "unauthenticated") return app.signedOut();
      if (codeOf(error) === "account_taken") {
        nameProblem.textContent = "Somebody has that name already. Choose another.";
        return chosen.focus();
      }
      problem.textContent = sentenceOf(error);
    } finally {
      send.disabled = false;
    }
  });
  return form;
}
