import { day } from "../areas/common/calendar.ts";
import { decideAs } from "../control/operation.ts";
import type { Engine } from "../kernel/engine.ts";
import type { MadeMerchant } from "../kernel/merchants.ts";
import type { Mode } from "../kernel/request.ts";
import type { Timer } from "../kernel/timeline.ts";
import { wallClock } from "../kernel/timeline.ts";
import type { Operation } from "../kernel/types.ts";
import type { Parts } from "../parts.ts";
import { SeedFault } from "./document.ts";

/** A location in the document. */
export type Path = readonly string[];

/** The means to create the objects of a merchant. */
export interface Seeding {
  readonly engine: Engine;
  readonly parts: Parts;
  readonly merchant: MadeMerchant & {
    readonly country: string;
    readonly currency: string;
    readonly mode: Mode;
  };
  /** Decides a request with the merchant's key, and returns the body of the answer. @throws SeedFault if it is refused */
  readonly request: (
    operationId: string,
    given: { params?: Readonly<Record<string, string>>; body?: unknown },
    path: Path,
  ) => Readonly<Record<string, unknown>>;
}

/** A step that happened that many days before the start. */
export interface Step {
  readonly daysAgo: number;
  readonly run: () => void;
}

/** Creates the means for one merchant. */
export function seedingOf(options: {
  engine: Engine;
  parts: Parts;
  merchant: Seeding["merchant"];
  operations: ReadonlyMap<string, Operation>;
}): Seeding {
  const { engine, parts, merchant, operations } = options;
  const caller = { accountId: merchant.accountId, mode: merchant.mode };
  return {
    engine,
    parts,
    merchant,
    request: (operationId, { params = {}, body }, path) => {
      const operation = operations.get(operationId);
      if (operation === undefined) throw new SeedFault(path, `this emulator has no ${operationId}`);
      const { status, body: answered } = decideAs(engine, operation, { caller, params, body });
      if (status < 300) return answered as Readonly<Record<string, unknown>>;
      throw new SeedFault(path, `${operationId} refuses this with ${status}: ${JSON.stringify(answered)}`);
    },
  };
}

/** The time of the earliest step. Each step has its own millisecond before the start. */
export const beginningOf = (steps: readonly Step[], start: number): number =>
  start - Math.max(0, ...steps.map(({ daysAgo }) => daysAgo)) * day - steps.length - 1;

/** Executes steps in the order of time, up to the start, and runs the timers in between. `before` is called before each timer. */
export function walkThrough(
  { engine, merchant: { accountId } }: Seeding,
  { steps, start, before }: { steps: readonly Step[]; start: number; before: (timer: Timer) => void },
): void {
  const moveTo = (time: number): void => {
    for (;;) {
      const next = engine.state.timeline.next(wallClock(accountId));
      if (next === undefined || next.at > time) break;
      before(next);
      engine.clocks.set(accountId, next.at);
      engine.catchUp(accountId);
    }
    engine.clocks.set(accountId, time);
  };
  const inOrder = [...steps].sort((a, b) => b.daysAgo - a.daysAgo);
  for (const [at, { daysAgo, run }] of inOrder.entries()) {
    moveTo(start - daysAgo * day - (steps.length - at));
    run();
  }
  moveTo(start);
}
