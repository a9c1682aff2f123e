import type { Caller, Command } from "./request.ts";

/** What every command in the log has. */
interface Logged {
  /** Real time when it was decided, epoch milliseconds. */
  readonly at: number;
  /** How many decisions came before it: its identifiers follow from this number. */
  readonly decisions: number;
}

/** An idempotency key that a request reserved. */
export interface Reservation {
  readonly id: string;
  readonly caller: Caller;
  readonly operationId: string;
  readonly key: string;
  readonly reservedAt: number;
}

/** What was commanded. No command contains a credential: callers are accounts. */
export type Commanded =
  /** What there is in the beginning: the usual merchants, or those of a seed file. */
  | {
      readonly kind: "start";
      readonly seed: number;
      readonly given?: unknown;
      /** How far the emulator's time is ahead of real time, ms; whether it stands still. */
      readonly aheadMs?: number;
      readonly isStill?: boolean;
      /** Whether merchants that decide nothing get signed webhooks. */
      readonly signWebhooks?: boolean;
      /** The names of parts that differ from the usual ones. */
      readonly replaced?: readonly string[];
    }
  /** A request that reserved its key, and one whose failure freed it. */
  | { readonly kind: "reserve" | "free"; readonly reservation: Reservation }
  | { readonly kind: "request"; readonly command: Command; readonly reservation?: Reservation }
  /** A request that changed nothing: one that its idempotency key answered, or a read. Only a replay repeats it. */
  | { readonly kind: "answered"; readonly command: Command }
  /** An operation of control. */
  | {
      readonly kind: "control";
      readonly operationId: string;
      readonly params: Readonly<Record<string, string>>;
      readonly query: Readonly<Record<string, readonly string[]>>;
      readonly body: unknown;
    }
  /** Time that made something due on an account's wall clock. */
  | { readonly kind: "due"; readonly accountId: string }
  /** The state became that after an earlier command; the emulator's time goes on from there. */
  | { readonly kind: "back"; readonly to: number; readonly aheadMs: number }
  /** A further slice of the movement of a clock that a request or control began. */
  | { readonly kind: "slice"; readonly clock: string };

/** One command of the log. The state is the replay of all of them. */
export type LoggedCommand = Logged & Commanded;

/** The header that a decision may read. */
const READ = "idempotency-key";

const NO_HEADERS = {};

/** A request as the log keeps it. */
export function keptCommand(command: Command): Command {
  const key = command.headers[READ];
  return { ...command, headers: key === undefined ? NO_HEADERS : { [READ]: key } };
}
