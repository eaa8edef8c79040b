import { KnownParticipants } from "../membership/known-membership.js";
import { isFinal } from "../membership/still-shared.js";
import { names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { usableInvitations } from "./received-invitation.js";
import { isHeard, isToldByServer } from "./told-by-server.js";

/**
 * What a person is shown of a document wherever it stands. What this device was told of it since it was shared is
 * taken in by `document-rules.js`.
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../model/sharing-types.js").DocumentState} DocumentState
 * @typedef {NonNullable<DocumentState["ending"]>} Ending
 *
 * @typedef {object} ToldEnding
 * @property {Ending} how
 * @property {number} order of the newest invitation that it ended: a later one opens the document again. Nothing is
 *   later than what is final
 * @property {number} [at] milliseconds, as the ledger has it; absent where no notice tells it to this person
 *
 * @typedef {object} ToldTitle
 * @property {string} title
 * @property {number} at milliseconds, of the renaming
 * @property {string} [instead] what the newest invitation said then
 *
 * @typedef {object} ToldFirstLines
 * @property {string} firstLines empty where nothing is written in it
 * @property {number} at milliseconds, of what was told with them
 *
 * @typedef {object} ToldCame somebody of whom the app's server told that they are in it
 * @property {string} root
 * @property {string} [account] whose it was when it was told: identities are refreshed
 * @property {string} [name] what the app calls them, where no identity map knew them
 * @property {string} [noticeID] by which they were told last, where others than they did it or somebody is known by no more
 *   than a name
 */

/**
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @returns {DocumentState}
 */
export function documentState(records, collaboration) {
  const { card } = newestInvitation(records, collaboration) ?? {};
  const ending = endingOf(records, collaboration);
  const firstLines = ending ? undefined : records.get(names.toldFirstLines(collaboration))?.firstLines;
  return {
    title: titleOf(records, collaboration), ...peopleIn(records, collaboration),
    ...(card && { card }), ...(firstLines !== undefined && { firstLines }),
    ...(isHeard(records, collaboration) && { isHeard: true }), ...(ending && { ending }),
  };
}

/**
 * Identities are refreshed under the title that an invitation had when another was told; an invitation with any other
 * is newer than what was told.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @returns {string | undefined}
 */
export function titleOf(records, collaboration) {
  const newest = newestInvitation(records, collaboration);
  const told = records.get(names.toldTitle(collaboration));
  const isTold = told && (!newest || newest.title === told.instead || newest.title === told.title);
  return isTold ? told.title : newest?.title;
}

/**
 * As their inviters say, without whom the app's server told to have gone, and with those who came by asking or by a link.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @returns {Pick<DocumentState, "accounts" | "joined" | "guests" | "isTold">}
 */
function peopleIn(records, collaboration) {
  const known = KnownParticipants.of(records, collaboration);
  const gone = new Set(records.get(names.toldGone(collaboration)));
  const came = records.get(names.toldCame(collaboration)) ?? [];
  const accounts = known.accounts.filter((account) => {
    const roots = known.rootsOf(account);
    return roots.length === 0 || roots.some((root) => !gone.has(root));
  });
  // Who shares it has it; and who came as nobody known may be named by an invitation since.
  const joined = new Set([...known.records.map(({ inviter }) => inviter),
    ...came.map(({ root, account }) => account ?? known.accountOf(root))]);
  return {
    accounts, joined: accounts.filter((account) => joined.has(account)),
    guests: came.flatMap(({ root, name }) => name && known.accountOf(root) === undefined ? [{ root, name }] : []),
    ...(isToldByServer(records, collaboration) && { isTold: true }),
  };
}

/**
 * Those that were taken back, too.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 */
export function newestInvitation(records, collaboration) {
  return all(records, names.invitation(collaboration)).sort((one, other) => other.order - one.order).at(0);
}

/**
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 * @returns {Ending | undefined}
 */
export function endingOf(records, collaboration) {
  const told = records.get(names.toldEnding(collaboration));
  if (told && isFinal(told)) return told.how;
  const [usable] = usableInvitations(records, collaboration);
  const newest = usable ?? newestInvitation(records, collaboration);
  if (!newest) return undefined;
  const how = told && told.order >= newest.order ? told.how : undefined;
  if (usable || (how !== undefined && how !== "left" && how !== "refused")) return how;
  // Who had left it cannot come back now. Where the inviter did not say why they took the invitation back, it may be over for
  // everybody or for this person.
  return newest.ended ?? "refused";
}
