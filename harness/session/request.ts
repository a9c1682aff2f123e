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
  /** Monotonic ms: what would have to wait longer is not sent. Without it, the time of one rule from now. */
  readonly deadlineAt?: number;
  /** Called with the ms for which the profile's rate holds the request back: the rule's time does not run meanwhile. */
  readonly onPaced?: ((ms: number) => void) | undefined;
  /** False for a rule that is about the rate limit itself: 429 is its answer. Default true. */
  readonly patient?: boolean;
  /** Clean-up goes on when the run's requests are used up. */
  readonly cleaningUp?: boolean;
  /** Only reads what the target reports of itself: it sets nothing off. */
  readonly aside?: boolean;
}

/**
 * Sends a request within the run's budget. A 429 is sent again when the target says so, unless the request is not `patient`.
 * @throws TransportFault when no complete answer arrives
 * @throws Inconclusive when the budget is used up, or the 429s do not end
 */
export type SendToTarget = (request: TargetRequest) => Promise<Answer>;
