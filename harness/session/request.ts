import type { Operation } from "../contract.ts";
import type { Answer, Exchange } from "../http/answer.ts";
import type { RequestParts } from "../http/client.ts";

/** A request of a run to the target or to its control. */
export interface TargetRequest {
  readonly operation: Operation | null;
  readonly host: Operation["host"];
  readonly method: string;
  readonly path: string;
  readonly parts: RequestParts;
  readonly authorization: string | null;
  readonly signal: AbortSignal;
  readonly onExchange: (exchange: Exchange) => void;
  /** The latest time to send it, monotonic ms. Default: the time of one rule from now. */
  readonly deadlineAt?: number;
  /** Called with the ms for which the request waited for the profile's rate. Such waits do not count as time of the rule. */
  readonly onPaced?: ((ms: number) => void) | undefined;
  /** Whether a 429 is sent again. False for rules about the rate limit. Default: true. */
  readonly patient?: boolean;
  /** Whether it is clean-up, which continues after the run's requests are used up. */
  readonly cleaningUp?: boolean;
  /** Whether it only reads the state of the target and triggers nothing. */
  readonly aside?: boolean;
}

/**
 * Sends a request within the run's budget. A 429 is sent again when the target says so, unless the request is not `patient`.
 * @throws TransportFault when no complete answer arrives
 * @throws Inconclusive when the budget is used up, or the 429s do not end
 */
export type SendToTarget = (request: TargetRequest) => Promise<Answer>;
