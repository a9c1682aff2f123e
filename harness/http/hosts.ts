import type { Profile } from "../profile/types.ts";
import { Inconclusive, TransportFault } from "../verdicts.ts";
import type { Answer } from "./answer.ts";

/** What a host answers to a route that it does not have. */
const NO_SUCH_ROUTE = [404, 405, 501];

/**
 * Whether the checkout host is known. Where the profile names no other host than the payment host, that one may have the
 * routes too: two harmless requests with the test key report, a listing and a creation without its fields.
 */
export async function knowsCheckoutHost(
  profile: Profile,
  send: (request: { method: string; path: string; json?: unknown }) => Promise<Answer>,
): Promise<boolean> {
  if (new URL(profile.target.checkoutUrl).href !== new URL(profile.target.baseUrl).href) return true;
  const probes = [
    { method: "GET", path: "/v1/test-helpers/test-clocks" },
    { method: "POST", path: "/v1/sessions", json: {} },
  ];
  for (const probe of probes) {
    try {
      const { status } = await send(probe);
      if (!NO_SUCH_ROUTE.includes(status)) return true;
    } catch (error) {
      // A host that does not answer says nothing about its routes: the rules find that out for themselves.
      if (error instanceof TransportFault || error instanceof Inconclusive) return true;
      throw error;
    }
  }
  return false;
}
