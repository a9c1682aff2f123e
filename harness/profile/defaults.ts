import { withReplacements } from "../retirement.ts";
import type { Profile } from "./types.ts";
import { UsageError } from "./usage-error.ts";
import { createHash } from "node:crypto";
import { basename } from "node:path";

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
      "target" | "trace" | "guessesCheckout" | "deadlines" | "ordinary" | "assumed" | "budget"
    >
  ]?: Profile[Name];
} & {
  /** Names of headers, or false for one that is not sent, or for none. */
  readonly trace?:
    | boolean
    | { readonly parent?: string | boolean; readonly case?: string | boolean; readonly link?: string };
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
    ...(input.level === undefined ? {} : { level: input.level }),
    mayTouch: input.mayTouch ?? [],
    secretFields: input.secretFields ?? [],
    headers: input.headers ?? {},
    network: input.network ?? {},
    trace: traceOf(input.trace ?? {}),
    budget: { accountCreationsPerMinute: 20, ...input.budget },
    inFlight: input.inFlight ?? 8,
  };
}

function traceOf(given: NonNullable<ProfileInput["trace"]>): Profile["trace"] {
  if (given === false) return false;
  const { parent, case: caseName, ...others } = given === true ? {} : given;
  const named = (name: string | boolean | undefined, usual: string): string | false =>
    name === true ? usual : (name ?? usual);
  return { ...others, parent: named(parent, "traceparent"), case: named(caseName, "Payconform-Case") };
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

/**
 * Refuses URLs with user names, passwords or queries: these would appear in every report.
 * @throws UsageError that names the setting, never the URL
 */
export function requirePlainUrls(profile: Profile): void {
  const urls: readonly (readonly [string, string | undefined])[] = [
    ["the target's URL", profile.target.baseUrl],
    ["the checkout host's URL", profile.target.checkoutUrl],
    ["the control URL", profile.target.controlUrl],
    ["the proxy's URL", profile.network.proxy?.url],
  ];
  for (const [what, text] of urls) {
    if (text === undefined || !URL.canParse(text)) continue;
    const { username, password, search, hash } = new URL(text);
    if (username + password !== "") {
      throw new UsageError(
        `${what} contains a user name or a password; set them as a secret header in the profile`,
      );
    }
    if (search + hash !== "")
      throw new UsageError(`${what} contains a query or a fragment; only a path may follow the host`);
  }
}

const FILES: readonly string[] = ["controlModule", "certificateFile", "keyFile"];

/**
 * The profile as JSON. It holds no secret: keys are named, not written. It does not include the folder of its files: the machines that
 * share a run have folders of their own. Nor does it say whether the checkout host was given or assumed.
 */
export function profileText(profile: Profile): string {
  const { guessesCheckout: _, ...rest } = profile;
  return JSON.stringify(rest, (name, value: unknown) =>
    FILES.includes(name) && typeof value === "string" ? basename(value) : value,
  );
}

/** sha256, hex, of the profile. */
export function profileDigest(profile: Profile): string {
  return createHash("sha256").update(profileText(profile)).digest("hex");
}
