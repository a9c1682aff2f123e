import { createEmulator, createParts } from "../../../emulator/index.ts";
import { type Fetch, listenOn } from "../../../emulator/http/listen.ts";
import { type Mutant, partsOf } from "../../../mutants/mutant.ts";

/** The routes of the checkout host in the public contract, and the two routes with which a walk begins. */
const OF_CHECKOUT = /^(\w+ \/v1\/(subscriptions|test-helpers|customers|prices)\b|POST \/v1\/sessions$)/;

/** An emulator or mutant for a tool, on free ports, with both hosts at one address, because most tools support only one. */
export type PeerTarget = Awaited<ReturnType<typeof serve>>;

export async function serve(mutant: Mutant | null) {
  const emulator = createEmulator({ seed: 1, parts: mutant === null ? createParts() : partsOf(mutant) });
  let requests = 0;
  const wrap = mutant?.wrap ?? ((handler) => handler);
  const counted = (handler: Fetch): Fetch => {
    const wrapped = wrap(async (request) => handler(request));
    return (request) => {
      requests += 1;
      return wrapped(request);
    };
  };
  const [payment, checkout] = [counted(emulator.fetch), counted(emulator.checkoutFetch)];
  const either: Fetch = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/control")) return emulator.controlFetch(request);
    return OF_CHECKOUT.test(`${request.method} ${pathname}`) ? checkout(request) : payment(request);
  };
  const both = await listenOn({ fetch: either, host: "127.0.0.1", port: 0 });
  const second = await listenOn({ fetch: checkout, host: "127.0.0.1", port: 0 });
  return {
    url: both.url,
    /** The checkout host alone. */
    checkoutUrl: second.url,
    controlUrl: `${both.url}/control`,
    keys: emulator.merchants.map(({ keys }) => keys),
    /** Requests to the API so far, without those to control. */
    requests: () => requests,
    close: async () => {
      await Promise.all([both.close(), second.close()]);
      await emulator.close();
    },
  };
}
