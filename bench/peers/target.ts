import { createEmulator, createParts } from "../../emulator/index.ts";
import { type Fetch, listenOn } from "../../emulator/http/listen.ts";
import { type Mutant, partsOf } from "../../mutants/mutant.ts";
import type { WalkTarget } from "./walk.ts";

/** An emulator for a tool, with both hosts at one address, because most tools support only one. */
export interface PeerTarget extends WalkTarget {
  /** The checkout host alone. */
  readonly checkoutUrl: string;
  readonly keys: readonly { readonly test: string; readonly live: string }[];
  /** Requests to the API so far, without those to control. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

/** The routes of the checkout host in the public contract, and the two routes with which a walk begins. */
const OF_CHECKOUT = /^\/v1\/(subscriptions|test-helpers|customers|prices)\b/;

const isOfCheckout = (method: string, path: string): boolean =>
  OF_CHECKOUT.test(path) || (method === "POST" && path === "/v1/sessions");

/** Starts the emulator, or one of its mutants, on free ports. */
export async function serve(mutant: Mutant | null): Promise<PeerTarget> {
  const emulator = createEmulator({ seed: 1, parts: mutant === null ? createParts() : partsOf(mutant) });
  const wrap = mutant?.wrap ?? ((handler) => handler);
  const payment = wrap(async (request) => emulator.fetch(request));
  const checkout = wrap(async (request) => emulator.checkoutFetch(request));
  let requests = 0;
  const counted =
    (fetch: Fetch): Fetch =>
    (request) => {
      requests += 1;
      return fetch(request);
    };
  const either: Fetch = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/control")) return emulator.controlFetch(request);
    return counted(isOfCheckout(request.method, pathname) ? checkout : payment)(request);
  };
  const [both, second] = await Promise.all([
    listenOn({ fetch: either, host: "127.0.0.1", port: 0 }),
    listenOn({ fetch: counted(checkout), host: "127.0.0.1", port: 0 }),
  ]);
  return {
    url: both.url,
    checkoutUrl: second.url,
    controlUrl: `${both.url}/control`,
    keys: emulator.merchants.map(({ keys }) => keys),
    requests: () => requests,
    close: async () => {
      await Promise.all([both.close(), second.close()]);
      await emulator.close();
    },
  };
}
