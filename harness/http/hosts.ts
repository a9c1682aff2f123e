import type { Profile } from "../profile/types.ts";
import { Inconclusive, TransportFault } from "../verdicts.ts";
import type { Answer } from "./answer.ts";

/** Statuses of routes that a host does not have. */
const NO_SUCH_ROUTE = [404, 405, 501];

/**
 * Whether the checkout host is known. If only the payment host is named, that host may serve the routes, too: two
 * harmless requests with the test key check it, a list and a creation without fields.
 */
export async function knowsCheckoutHost(
  profile: Profile,
  send: (request: { method: string; path: string; json?: unknown }) => Promise<Answer>,
): Promise<boolean> {
  if (!profile.guessesCheckout) return true;
  const probes = [
    { method: "GET", path: "/v1/test-helpers/test-clocks" },
    { method: "POST", path: "/v1/sessions", json: {} },
  ];
  for (const probe of probes) {
    try {
      const { status } = await send(probe);
      if (!NO_SUCH_ROUTE.includes(status)) return true;
    } catch (error) {
      // Without an answer nothing is known about the routes: the rules will show it.
      if (error instanceof TransportFault || error instanceof Inconclusive) return true;
      throw error;
    }
  }
  return false;
}
