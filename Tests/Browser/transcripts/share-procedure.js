import { failureSentence } from "../../../Web/grove/rules/sharing/share-failure.js";
import { stepID } from "../../../Web/grove/rules/sharing/share-job.js";
import { ShareProcedure } from "../../../Web/grove/rules/sharing/share-procedure.js";
import { shareState } from "../../../Web/grove/rules/sharing/share-state.js";

const startedOf = (one) => one && { ...one, epoch: BigInt(one.epoch) };
const statementOf = ({ seq, hash }) => ({ seq: BigInt(seq), hash });
const rootOf = ({ account, root, statement }) => ({ account, root, statement: statementOf(statement) });
export const rootJSON = ({ account, root, statement }) =>
  ({ account, root, statement: { seq: String(statement.seq), hash: statement.hash } });

/** @param {any} event of a transcript */
export function eventOf({ resolutions, roots, epoch, started, ...event }) {
  return {
    ...event,
    ...(resolutions || event.is === "resolved"
      ? { resolutions: (resolutions ?? []).map((one) => ("failure" in one ? one
        : { ...one, devices: one.devices ?? 0, statement: statementOf(one.statement) })) } : {}),
    ...(roots || event.is === "issued" ? { roots: (roots ?? []).map(rootOf) } : {}),
    ...(epoch !== undefined ? { epoch: BigInt(epoch) } : {}),
    ...(started ? { started: startedOf(started) } : {}),
  };
}

/** How something comes to be shared. */
export class ShareProcedures {
  constructor({ procedureID, purpose, origin, participants = [], removed = [], beside, only, started }) {
    const old = purpose.kind === "replacement"
      ? { old: new Map((purpose.old ?? []).map(({ account, root }) => [account, root])) } : {};
    this.procedure = new ShareProcedure(shareState({
      procedureID, origin, participants, removed, beside, only, purpose: { kind: purpose.kind, ...old },
      ...(started ? { started: startedOf(started) } : {}),
    }));
  }

  async handle(event) {
    const { procedure } = this;
    const directives = procedure.handle(eventOf(event));
    const { phase, failure, owed } = procedure.state;
    const back = directives.find(({ to }) => to === "giveBack");
    return {
      directives: await Promise.all(directives.map((one) => this.#json(one))),
      answer: {
        phase, failure, owed: phase === "compensating" ? owed : [],
        canBeCancelled: procedure.canBeCancelled, isFinished: procedure.isFinished,
      },
      sentence: back && failureSentence(back.failure),
    };
  }

  async #json({ step, compensation, roots, added, ...directive }) {
    const name = directive.to === "start" ? "start" : step;
    return {
      ...directive, ...(compensation ? { compensation } : {}),
      ...(name ? { actionID: await stepID({ state: this.procedure.state }, name) } : {}),
      ...(roots ? { roots: roots.map((one) => (typeof one === "string" ? one : rootJSON(one))) } : {}),
      ...(added ? { added: added.map((one) => (typeof one === "string" ? one : rootJSON(one))) } : {}),
    };
  }
}
