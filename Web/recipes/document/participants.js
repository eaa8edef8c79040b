/** @typedef {import("../server/body-types.js").ParticipantList} ParticipantList */

/**
 * Somebody who takes part, as the popover and the mention picker show them.
 *
 * @typedef {object} Person
 * @property {string} account
 * @property {string} name
 * @property {string} [root] newest identity; nothing for an owner who has not confirmed theirs
 * @property {string[]} roots all of theirs, those too that they have not proved
 * @property {number} [joinedAt] milliseconds; when they first opened it
 * @property {boolean} isOwner
 * @property {boolean} isMe
 * @property {string[]} [namesElsewhere] of other accounts of the same person, which lose access with this one (protocol
 *   9.3.1): only the owner knows of them
 */

/**
 * @param {ParticipantList} list
 * @param {string} me the app account that is signed in
 * @returns {{ people: Person[], invited: number, isUnconfirmed: boolean }} the owner first, then by name; how many people
 *   were invited and have not come yet (only the owner sees them); whether one of the identities that nobody has proved is the owner's own, who sees it
 */
export function takingPart({ owner, ownerDisplayName, participants }, me) {
  /** @type {Map<string, Person>} */
  const people = new Map([[owner, {
    account: owner, name: ownerDisplayName, roots: [], isOwner: true, isMe: owner === me,
  }]]);
  const persons = personByRoot(participants);
  const bound = participants.filter(({ account }) => account !== undefined)
    .sort((a, b) => Number(a.addedAt) - Number(b.addedAt));
  for (const { account = "", displayName, root, boundAt } of bound) {
    const person = people.get(account) ?? {
      account, name: displayName ?? "Somebody", roots: [], isOwner: false, isMe: account === me,
    };
    const joinedAt = Math.min(person.joinedAt ?? Infinity, Number(boundAt));
    people.set(account, { ...person, root, roots: [...person.roots, root], joinedAt });
  }
  const accountOf = new Map(bound.map(({ root, account = "" }) => [persons.get(root), account]));
  const waiting = participants.filter(({ account }) => account === undefined);
  for (const { root } of waiting) people.get(accountOf.get(persons.get(root)) ?? "")?.roots.push(root);
  const unproved = new Set(waiting.map(({ root }) => persons.get(root)).filter((one) => !accountOf.has(one))).size;
  const everybody = [...people.values()];
  const rank = (/** @type {Person} */ { isOwner }) => (isOwner ? 0 : 1);
  // Their messenger has made one for its own person, too.
  const isUnconfirmed = owner === me && unproved > 0 && !people.get(owner)?.root;
  return {
    people: everybody.map((one) => ({ ...one, ...goingWith(one, everybody, persons) }))
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)),
    invited: unproved - Number(isUnconfirmed), isUnconfirmed,
  };
}

/**
 * @param {Person} one
 * @param {readonly Person[]} people
 * @param {ReadonlyMap<string, string>} persons
 * @returns {Partial<Person>}
 */
function goingWith({ account, roots }, people, persons) {
  const own = new Set(roots.map((root) => persons.get(root)));
  const names = people.filter((other) => other.account !== account && !other.isOwner
    && other.roots.every((root) => own.has(persons.get(root)))).map(({ name }) => name);
  return names.length > 0 ? { namesElsewhere: names } : {};
}

/**
 * Whose identities are: who was invited twice has two, and the owner's messenger has said that they are one person's. What
 * names each other belongs together, in whatever order or circle it does (protocol 9.3.1).
 *
 * @param {readonly import("../server/body-types.js").Participant[]} participants
 * @returns {Map<string, string>} each root's person, called by the smallest root of theirs
 */
export function personByRoot(participants) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { root, person = root } of participants) {
    const joined = [...new Set([root, person].flatMap((one) => groups.get(one) ?? [one]))].sort();
    for (const one of joined) groups.set(one, joined);
  }
  return new Map(participants.map(({ root }) => [root, groups.get(root)?.[0] ?? root]));
}
