import { codeOf } from "../../recipes/server/problem.js";
import { sentenceOf as usual } from "../../recipes/views/sentences.js";

/** @type {Record<string, string>} */
const sentences = {
  is_there: "Something here has that name already.",
  no_folder: "The folder is not there any more.",
  bad_name: "Nothing can be called so.",
  invalid_arguments: "Nothing can be called so.",
  not_found: "It is not here any more.",
  locked: "A program has it open and locked. Close it there, or wait, and try again.",
  quota_exceeded: "There is no room for it. Delete something for good in the bin, and try again.",
  too_large: "That is larger than a file may be here.",
  forbidden: "That cannot be done here: a folder cannot go into itself, and what others share with you is changed only "
    + "where they allow it.",
  limit_exceeded: "That is more than this server keeps: the file is too large, or there are too many files or levels.",
  conflict: "That cannot be done now: something else has its name, or a program has it locked.",
  unauthenticated: "You are signed out. Sign in and try again.",
  is_folder: "That is a folder. Drop the files that are in it.",
  too_many: "Those are too many at once. Take at most 500.",
  unreadable: "This browser could not read the file.",
};

/** @param {unknown} error @returns {string} for the person */
export const sentenceOf = (error) => sentences[codeOf(error)] ?? usual(error);
