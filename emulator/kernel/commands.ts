import type { Caller, Command } from "./request.ts";

/** What every command in the log has in addition. */
interface Logged {
  /** The emulator's time of the command, epoch milliseconds. */
  readonly at: number;
  /** The number of decisions before it, from which its identifiers derive. */
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

/** A command. It contains no credential: it names the caller's account, not the key. */
export type Commanded =
  /** The beginning: the usual merchants, or those of a seed file. */
  | {
      readonly kind: "start";
      readonly seed: number;
      readonly given?: unknown;
      /** How far the emulator's time is ahead of real time, ms. */
      readonly aheadMs?: number;
      readonly isStill?: boolean;
      /** Whether webhooks are signed by default. */
      readonly signWebhooks?: boolean;
      /** The names of the parts that were replaced. */
      readonly replaced?: readonly string[];
    }
  /** A request reserved its idempotency key, or failed and so freed it. */
  | { readonly kind: "reserve" | "free"; readonly reservation: Reservation }
  | { readonly kind: "request"; readonly command: Command; readonly reservation?: Reservation }
  /** A request that changed nothing: a read, or a repetition that its idempotency key answered. Logged only for the answers of a replay. */
  | { readonly kind: "answered"; readonly command: Command }
  /** An operation of control. */
  | {
      readonly kind: "control";
      readonly operationId: string;
      readonly params: Readonly<Record<string, string>>;
      readonly query: Readonly<Record<string, readonly string[]>>;
      readonly body: unknown;
    }
  /** Timers became due on an account's wall clock. */
  | { readonly kind: "due"; readonly accountId: string }
  /** The emulator went back to the state after command `to`, and its time to that of the state. */
  | { readonly kind: "back"; readonly to: number; readonly aheadMs: number }
  /** The next slice of a clock's movement, which a request or control began. */
  | { readonly kind: "slice"; readonly clock: string };

/** A command in the log. Replaying all commands gives the state. */
export type LoggedCommand = Logged & Commanded;

/** The only header that a decision may read. */
const READ = "idempotency-key";

const NO_HEADERS = {};

/** The request as the log keeps it: without the other headers. */
export function keptCommand(command: Command): Command {
  const key = command.headers[READ];
  return { ...command, headers: key === undefined ? NO_HEADERS : { [READ]: key } };
}
