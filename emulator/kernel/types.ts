import type { Delivery, EventDraft } from "./events.ts";
import type { IdempotencyPolicy } from "./idempotency.ts";
import type { Ids } from "./ids.ts";
import type { Entry } from "./ledger.ts";
import type { Answer, Command } from "./request.ts";
import type { State } from "./state.ts";
import type { Write } from "./table.ts";
import type { Timer, TimerChange } from "./timeline.ts";

/** What a decision changes. A commit applies all of it or nothing. */
export interface Effects {
  writes?: readonly Write[] | undefined;
  postings?: readonly Entry[] | undefined;
  timers?: readonly TimerChange[] | undefined;
  events?: readonly EventDraft[] | undefined;
  /** Retries of deliveries. The deliveries of new events derive from `events`. */
  deliveries?: readonly Delivery[] | undefined;
}

/** The timers that ran while a clock was moved, in order. */
export type Ran = readonly Timer[];

/** A clock to move forward after the commit. Then `answer` replaces the answer of the decision. */
export interface Advance {
  clock: string;
  /** Epoch milliseconds. Timers that are due at this time run as well. */
  to: number;
  answer?: (state: State, ran: Ran) => Answer;
}

/** The outcome of a command: the answer and the effects. A refusal usually has none. */
export interface Decision extends Effects {
  answer: Answer;
  advance?: Advance;
}

/** What a decision is based on. `now` is the time on the wall clock of the caller's account, epoch milliseconds. */
export interface Context {
  state: State;
  command: Command;
  now: number;
  ids: Ids;
}

/** Returns the answer and the effects of a command. Pure: it changes nothing itself. */
export type Decide = (context: Context) => Decision;

export type Host = "payment" | "checkout";
export type Method = "GET" | "POST" | "DELETE";

/** A documented route. */
export interface Operation {
  operationId: string;
  method: Method;
  /** The path, with parameters as `:name`. */
  path: string;
  host: Host;
  /** The family of routes that share the body of their 401 (§5.6) and the status for unreadable bodies. */
  area: string;
  /** What `Idempotency-Key` means on this route; absent if it means nothing. */
  idempotency?: IdempotencyPolicy;
  decide: Decide;
}
