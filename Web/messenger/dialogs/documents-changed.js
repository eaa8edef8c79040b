import { hostOf, listed } from "../sentences.js";

/** @typedef {import("../../grove/sharing/membership.js").ChangedDocument} ChangedDocument */

/**
 * What came of changing who has documents.
 *
 * @param {ChangedDocument[]} results
 * @param {number} asked how many documents it was about
 * @param {boolean} isTakenBack
 * @returns {string} what went wrong; empty where nothing did
 */
export function failedWords(results, asked, isTakenBack) {
  const failed = results.flatMap(({ title, result }) =>
    (result.outcome === "failed" ? [{ title, ...result }] : []));
  const isNothing = results.every(({ result }) =>
    result.outcome === "failed" && result.failure.code === "cancelled");
  if (isTakenBack && isNothing) {
    return "Taken back: nothing was changed in your documents.";
  }
  // What does not hold any more, or is being changed already, has no result.
  if (results.length < asked) {
    return "Not everything was changed: an earlier change may still wait for your answer in the " +
      "app’s window.";
  }
  return failed.map(({ title, failure, sentence }) =>
    `${title}: ${failure.code === "cancelled" ? "not changed." : sentence}`).join(" ");
}

/** @param {ChangedDocument[]} results */
export const doneWords = (results) => (results.some(({ result }) => result.outcome === "waiting")
  ? "Documents are updated as soon as there is a connection" : "Documents updated");

/**
 * Where the person has to look, while apps ask.
 *
 * @param {import("../app.js").App} app
 * @param {string[]} origins
 */
export function askingWords({ connected }, origins) {
  const all = [...new Set(origins)];
  const away = all.filter((origin) => !connected.has(origin)).map(hostOf);
  const here = all.filter((origin) => connected.has(origin)).map(hostOf);
  return [
    away.length > 0 && `${listed(away)} asks you in a window of its own before it changes who has access.`,
    here.length > 0 && `${listed(here)} asks you in its page, which is open, before it changes who has access. `
      + "The tab’s name begins with “Answer needed”.",
  ].filter(Boolean).join(" ");
}
