import type { Delivery, EventDraft } from "./events.ts";
import type { IdempotencyPolicy } from "./idempotency.ts";
import type { Entry } from "./ledger.ts";
import type { KernelParts } from "./parts.ts";
import type { State } from "./state.ts";
import type { Write } from "./table.ts";
import type { Timer, TimerChange } from "./timeline.ts";

/** Which of the two environments a key opens and an object lives in (§5.2). */
export type Mode = "test" | "live";

/** The account and the environment that an accepted key stands for. */
export interface Caller {
  accountId: string;
  mode: Mode;
}

/** One request, read: what a `decide` may know of it. */
export interface Command {
  operationId: string;
  caller: Caller;
  /** Path parameters by name, percent-decoded. */
  params: Readonly<Record<string, string>>;
  /** Every query parameter with all its values, in order. */
  query: Readonly<Record<string, readonly string[]>>;
  /** Header values by lowercase name. */
  headers: Readonly<Record<string, string>>;
  /** The parsed JSON body; `undefined` when the request had none. */
  body: unknown;
}

/** What goes back to the client. `raw` replaces the JSON text of `body`. */
export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: unknown;
  raw?: string;
}

/** What a decision changes; everything is applied in one commit or not at all. */
export interface Effects {
  writes?: readonly Write[];
  postings?: readonly Entry[];
  timers?: readonly TimerChange[];
  events?: readonly EventDraft[];
  /** Sendings to repeat; those of new events follow from `events`. */
  deliveries?: readonly Delivery[];
}

/** The timers that ran while a clock moved, in the order in which they ran. */
export type Ran = readonly Timer[];

/** A clock to run forward once the decision is committed; `answer` is read afterwards. */
export interface Advance {
  clock: string;
  /** The instant to reach, epoch milliseconds. Timers due at it run too. */
  to: number;
  answer?: (state: State, ran: Ran) => Answer;
}

/** The outcome of a command: the answer and what it changes. A refusal usually changes nothing. */
export interface Decision extends Effects {
  answer: Answer;
  advance?: Advance;
}

/** Seeded generator handed to one decision; the same command at the same place draws the same values. */
export interface Ids {
  /** A new identifier: the prefix and 24 characters. */
  id: (prefix: string) => string;
  /** `length` characters out of a–z, A–Z, 0–9. */
  token: (length: number) => string;
  /** A whole number from 0 up to, not including, `below`. */
  integer: (below: number) => number;
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

/** All that a timer's handler works on. `now` is the instant at which the timer was due. */
export interface TimerContext {
  state: State;
  timer: Timer;
  now: number;
  ids: Ids;
  /** The parts in force; areas read their own out of them by `inForce` (`parts.ts`). */
  parts: KernelParts;
}

/** Pure, as `Decide`, for what time brings about. */
export type TimerHandler = (context: TimerContext) => Effects;

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
