import type { Parts } from "../../emulator/index.ts";
import { connecting } from "../connect/parts.ts";
import type { Variant } from "../mutant.ts";
import { variant } from "./parts/variant.ts";

const A_MINUTE = 60_000;
/** Admitted in a minute (§8). */
const CREATIONS = 20;

type Rate = Parts["connect"]["createAccount"]["rate"];

const rated = (parts: Parts, change: (usual: Rate) => Partial<Rate>): Parts =>
  connecting(parts, ({ createAccount }) => ({
    createAccount: { ...createAccount, rate: { ...createAccount.rate, ...change(createAccount.rate) } },
  }));

/** Open points about the rate of creations (§8). */
export const rateVariants: readonly Variant[] = [
  variant("refused-creations-are-free", "rate-refusals-count", "Only vendors that are made count", (parts) =>
    rated(parts, () => ({ counted: ({ status }) => status === 201 })),
  ),
  variant("rate-without-hint", "rate-retry-after", "Nobody is told when to come back", (parts) =>
    rated(parts, ({ refuse }) => ({ refuse: (wait) => ({ ...refuse(wait), headers: {} }) })),
  ),
  variant("rate-by-the-clock", "rate-window", "The rate begins anew with every minute", (parts) =>
    rated(parts, () => ({
      counts: (at, now) => Math.floor(at / A_MINUTE) === Math.floor(now / A_MINUTE),
    })),
  ),
  {
    ...variant(
      "rate-before-the-service",
      "rate-window",
      "A gateway counts creations by key, in real time, whatever the merchant's clock shows",
      (parts) => rated(parts, () => ({ limit: Number.POSITIVE_INFINITY })),
    ),
    wrap: (handler) => {
      const arrivals = new Map<string, number[]>();
      return async (request) => {
        if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/connect/accounts")
          return handler(request);
        const key = request.headers.get("authorization") ?? "";
        const now = performance.now();
        const recent = (arrivals.get(key) ?? []).filter((at) => at > now - A_MINUTE);
        if (recent.length >= CREATIONS)
          return Response.json({ code: "E_TOO_MANY_REQUESTS", message: "Slower" }, { status: 429 });
        arrivals.set(key, [...recent, now]);
        return handler(request);
      };
    },
  },
];
