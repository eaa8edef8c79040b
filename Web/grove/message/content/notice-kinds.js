/**
 * What a notice is about: event and trigger (protocol 12.4). A mention has trigger 0 (decision
 * 0005).
 */
export const noticeKinds = Object.freeze({
  edit: { event: 1, trigger: 1 },
  comment: { event: 1, trigger: 2 },
  addedCollaborator: { event: 2, trigger: 1 },
  removedCollaborator: { event: 2, trigger: 2 },
  mention: { event: 3, trigger: 0 },
  created: { event: 4, trigger: 1 },
  deleted: { event: 4, trigger: 2 },
  renamed: { event: 4, trigger: 3 },
  moved: { event: 4, trigger: 4 },
});

/** @typedef {keyof typeof noticeKinds} NoticeKind */
