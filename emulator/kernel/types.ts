import type { Delivery, EventDraft } from "./events.ts";
import type { IdempotencyPolicy } from "./idempotency.ts";
import type { Ids } from "./ids.ts";
import type { Entry } from "./ledger.ts";
import type { Answer, Command } from "./request.ts";
import type { State } from "./state.ts";
import type { Write } from "./table.ts";
import type { Timer, TimerChange } from "./timeline.ts";

/** What a decision changes; everything is applied in one commit or not at all. */
export interface Effects {
  writes?: readonly Write[] | undefined;
  postings?: readonly Entry[] | undefined;
  timers?: readonly TimerChange[] | undefined;
  events?: readonly EventDraft[] | undefined;
  /** Sendings to repeat; those of new events follow from `events`. */
  deliveries?: readonly Delivery[] | undefined;
}

/** The timers that ran while a clock moved, in the order in which they ran. */
export type Ran = readonly Timer[];

/** A clock to run forward once the decision is committed; `answer` is read afterwards. */
export interface Advance {
  clock: string;
  /** The time to reach, epoch milliseconds. Timers due at it run too. */
  to: number;
  answer?: (state: State, ran: Ran) => Answer;
}

/** The outcome of a command: the answer and what it changes. A refusal usually changes nothing. */
export interface Decision extends Effects {
  answer: Answer;
  advance?: Advance;
}

/** All that a `decide` works on. `now` is the wall clock of the caller's account, epoch milliseconds. */
export interface Context {
  state: State;
  command: Command;
  now: number;
  ids: Ids;
}

/** Pure: reads the context, returns what shall happen, does nothing. */
export type Decide = (context: Context) => Decision;

export type Host = "payment" | "checkout";
export type Method = "GET" | "POST" | "DELETE";

/** A documented route. */
export interface Operation {
  operationId: string;
  method: Method;
  /** The path with its parameters as `:name`. */
  path: string;
  host: Host;
  /** Names the family that words its 401 alike (§5.6) and its refusals of unreadable bodies. */
  area: string;
  /** What a repeated `Idempotency-Key` means here; absent where the header has no meaning. */
  idempotency?: IdempotencyPolicy;
  decide: Decide;
}
