import { withReplacements } from "../retirement.ts";
import type { Profile } from "./types.ts";
import { UsageError } from "./usage-error.ts";

/** A profile as written: everything may be left out, the URL of the target only if it is given elsewhere. */
export type ProfileInput = {
  readonly target?: {
    readonly baseUrl?: string;
    readonly checkoutUrl?: string;
    readonly controlUrl?: string;
    readonly controlModule?: string;
  };
} & {
  readonly [
    Name in keyof Omit<
      Profile,
      "target" | "guessesCheckout" | "deadlines" | "ordinary" | "assumed" | "budget"
    >
  ]?: Profile[Name];
} & {
  readonly deadlines?: Partial<Profile["deadlines"]>;
  readonly ordinary?: Partial<Profile["ordinary"]>;
  readonly budget?: Partial<Profile["budget"]>;
};

/** Of the ordinary values, only the currency is documented as supported (§1); the others follow examples. */
const ASSUMED = { amount: 5000, msisdn: "242060000000", country: "CG", operator: "mtn" } as const;
const ASSUMED_NAMES = Object.keys(ASSUMED) as (keyof typeof ASSUMED)[];

/** Adds the defaults to a profile. @throws UsageError if it has no URL of the target */
export function withDefaults(input: ProfileInput): Profile {
  const { baseUrl, checkoutUrl = baseUrl } = input.target ?? {};
  if (baseUrl === undefined || checkoutUrl === undefined)
    throw new UsageError("target.baseUrl is missing: set it in the profile, or pass --target");
  return {
    name: input.name ?? new URL(baseUrl).host,
    target: { ...input.target, baseUrl, checkoutUrl },
    guessesCheckout: input.target?.checkoutUrl === undefined,
    keys: { test: { env: "PAYCONFORM_KEY" }, live: { env: "PAYCONFORM_LIVE_KEY" }, ...input.keys },
    ...(input.account === undefined ? {} : { account: input.account }),
    fixtures: asText(input.fixtures ?? {}),
    ports: input.ports ?? {},
    fields: input.fields ?? {},
    ordinary: { ...ASSUMED, currency: "xaf", ...input.ordinary },
    assumed: ASSUMED_NAMES.filter((name) => input.ordinary?.[name] === undefined),
    ...(input.events === undefined ? {} : { events: input.events }),
    deadlines: {
      exchangeMs: 15_000,
      ruleMs: 60_000,
      settleMs: 20_000,
      eventMs: 10_000,
      consistencyMs: 2_000,
      ...input.deadlines,
    },
    notOffered: withReplacements(input.notOffered ?? []),
    mayTouch: input.mayTouch ?? [],
    secretFields: input.secretFields ?? [],
    headers: input.headers ?? {},
    network: input.network ?? {},
    budget: { accountCreationsPerMinute: 20, ...input.budget },
    inFlight: input.inFlight ?? 8,
  };
}

/** Fixtures may be written as numbers. */
function asText(fixtures: Profile["fixtures"]): Profile["fixtures"] {
  return Object.fromEntries(
    Object.entries(fixtures).map(([name, given]) => [
      name,
      typeof given === "object" ? given.map(String) : String(given),
    ]),
  );
}
