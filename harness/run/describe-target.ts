import { controlOperations, offeredOperations } from "../control.ts";
import type { Supplies } from "../judge/needs.ts";
import { mayMeanNoRoute } from "../judge/routes.ts";
import type { Keys, Profile } from "../profile/types.ts";
import { Inconclusive, TransportFault } from "../verdicts.ts";
import type { SendToTarget } from "../http/client.ts";

/**
 * Asks the target's control, if the profile has one, what it offers, and finds the checkout host. Returns the operationIds that control offers, and
 * whether the checkout host is known.
 */
export async function describeTarget(options: {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly sendTo: SendToTarget;
  readonly signal: AbortSignal;
  /** Called with the reason when control does not describe itself. */
  readonly onUndescribed: (why: string) => void;
}): Promise<Pick<Supplies, "control"> & { readonly checkoutHost: boolean }> {
  const control =
    options.profile.target.controlUrl === undefined ? new Set<string>() : await offered(options);
  return { control, checkoutHost: await hasCheckoutHost(options) };
}

async function offered(options: Parameters<typeof describeTarget>[0]): Promise<ReadonlySet<string>> {
  try {
    return await describeControl(options.sendTo, options.signal);
  } catch (error) {
    if (!(error instanceof TransportFault || error instanceof Inconclusive)) throw error;
    options.onUndescribed(error.message);
    // Its operations are unknown, not missing: the rules that need one will report it.
    return new Set(controlOperations.keys());
  }
}

async function describeControl(sendTo: SendToTarget, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const describe = controlOperations.get("describeControl");
  if (describe === undefined) throw new Error("the control protocol lacks describeControl");
  const answer = await sendTo({
    operation: describe,
    host: "control",
    method: describe.method,
    path: describe.path,
    parts: {},
    authorization: null,
    signal,
    onExchange: () => undefined,
  });
  const names = offeredOperations({ status: answer.status, body: answer.bytes });
  if (names === null) throw new Inconclusive(`control does not say what it offers: ${answer.summary}`);
  return new Set(names);
}

/** Harmless requests of the checkout host: a list, and a creation without fields. */
const CHECKOUT_PROBES = [
  { method: "GET", path: "/v1/test-helpers/test-clocks", parts: {} },
  { method: "POST", path: "/v1/sessions", parts: { json: {} } },
];

/** Whether the checkout host is known. If the profile names only the payment host, that host may serve the routes, too. */
async function hasCheckoutHost(options: Parameters<typeof describeTarget>[0]): Promise<boolean> {
  const { profile, keys, sendTo, signal } = options;
  if (!profile.guessesCheckout || keys.test === undefined) return true;
  const authorization = `Bearer ${keys.test}`;
  const onExchange = (): void => undefined;
  for (const probe of CHECKOUT_PROBES) {
    const request = {
      ...probe,
      operation: null,
      host: "checkout",
      authorization,
      signal,
      onExchange,
    } as const;
    try {
      const { status } = await sendTo(request);
      if (!mayMeanNoRoute(status)) return true;
    } catch (error) {
      // Without an answer nothing is known about the routes: the rules will show it.
      if (error instanceof TransportFault || error instanceof Inconclusive) return true;
      throw error;
    }
  }
  return false;
}
