import { isApplicable } from "../../harness/patterns.ts";
import { isMet, type Supplies, rulesByNeed } from "../../harness/judge/needs.ts";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { needs, ports } from "../../spec/index.ts";
import type { AbsentSectionOfHost } from "../targets/absent-sections.ts";
import { emulatorProfile } from "../targets/emulator.ts";

/** A setting that the target does not show, with a valid example. */
export interface Placeholder {
  /** The path of the setting in the profile. */
  readonly path: readonly string[];
  readonly what: string;
  /** Plain data. */
  readonly example: unknown;
  /** The number of rules that need it; zero if it only saves requests. */
  readonly rules: number;
}

/** Examples of settings that the emulator's profile does not have. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  "ports.declinePayments": {
    method: "PATCH",
    path: "/v1/customers/{customerId}",
    body: { msisdn: "242060000666" },
  },
  "ports.approvePayments": {
    method: "PATCH",
    path: "/v1/customers/{customerId}",
    body: { msisdn: "242060000001" },
  },
  "fixtures.absorbed-amount": "1",
  "fixtures.clock-completed": "clock_completed1",
  "fixtures.marketplace-funds": "1000000",
  "fixtures.merchant-not-activated": "PAYCONFORM_DORMANT_KEY",
  "fixtures.merchant-pure-platform": "PAYCONFORM_PLATFORM_KEY",
  "fixtures.merchant-unconfigured-schedule": "PAYCONFORM_UNSCHEDULED_KEY",
  "fixtures.merchant-unsupported-country": ["PAYCONFORM_OPERATORLESS_KEY", "acct_vendor1"],
  "fixtures.vendor-of-unactivated-merchant": ["PAYCONFORM_DORMANT_KEY", "acct_vendor1"],
  "fixtures.vendor": ["acct_vendor1", "acct_vendor2", "acct_vendor3"],
};

/** The settings that a profile lacks, given what it supplies. In each section, those that most rules need come first. */
export function placeholdersFor(profile: ProfileInput, supplies: Supplies): readonly Placeholder[] {
  const example = emulatorProfile({
    paymentUrl: "http://127.0.0.1:4010",
    checkoutUrl: "http://127.0.0.1:4011",
  });
  const placeholder = (
    section: "fields" | "ports" | "fixtures",
    name: string,
    what: string,
    need: string,
  ): Open => ({
    path: [section, name],
    what,
    example: EXAMPLES[`${section}.${name}`] ?? example[section][name] ?? "acct_vendor1",
    need,
  });
  const unmet = (prefix: string, section: "fields" | "fixtures"): readonly Open[] =>
    needs
      .filter(
        ({ id, supply }) =>
          id.startsWith(prefix) && supply.includes(`\`${section}.${id.slice(prefix.length)}\``),
      )
      .map(({ id, what }) => placeholder(section, id.slice(prefix.length), what, id))
      .filter(({ need }) => !isMet(need, supplies));
  const { controlUrl, controlModule } = profile.target ?? {};
  const isKnown: Readonly<Record<string, boolean>> = {
    "host.checkout": supplies.checkoutHost !== false || profile.target?.checkoutUrl !== undefined,
    "control.createMerchant": controlUrl !== undefined || controlModule !== undefined,
    "key.second-merchant": isMet("key.second-merchant", supplies),
    "touch.payout-schedule": isMet("touch.payout-schedule", supplies),
    events: profile.events !== undefined,
  };
  const byControl = supplies.control.has("setNextPaymentOutcome");
  const groups: readonly (readonly Open[])[] = [
    SINGLE.filter(({ need }) => isKnown[need] !== true),
    ports
      .filter(({ name }) => profile.ports?.[name] === undefined)
      .filter(({ name }) => !(byControl && ["declinePayments", "approvePayments"].includes(name)))
      .map(({ name, what }) => placeholder("ports", name, what, `port.${name}`)),
    unmet("field.", "fields"),
    unmet("fixture.", "fixtures"),
  ];
  return groups.flatMap((group) =>
    group.flatMap((open) => counted(open, profile.notOffered ?? [])).sort((a, b) => b.rules - a.rules),
  );
}

type Open = Omit<Placeholder, "rules"> & { readonly need: string };

/** Settings outside `ports`, `fields` and `fixtures`. */
const SINGLE: readonly Open[] = [
  {
    path: ["target", "checkoutUrl"],
    what: "The checkout host, which serves sessions, subscriptions and test clocks.",
    example: "http://127.0.0.1:4011",
    need: "host.checkout",
  },
  {
    path: ["target", "controlUrl"],
    what: "Where the control protocol is served, if you offer it.",
    example: "http://127.0.0.1:4010/control",
    need: "control.createMerchant",
  },
  {
    path: ["keys", "otherTest"],
    what: "A test key of a second merchant.",
    example: { env: "PAYCONFORM_OTHER_KEY" },
    need: "key.second-merchant",
  },
  {
    path: ["mayTouch"],
    what: "Account settings that the run may change and restores.",
    example: ["payout-schedule"],
    need: "touch.payout-schedule",
  },
  {
    path: ["events"],
    what: "How events arrive: a receiver that the suite opens, or a feed that it polls.",
    example: { receiver: {} },
    need: "events",
  },
];

/** The placeholder with the number of offered rules that need it; empty if the target offers none of them. */
function counted({ need, ...placeholder }: Open, notOffered: readonly string[]): readonly Placeholder[] {
  const all = rulesByNeed(need);
  const rules = all.filter((rule) => isApplicable(notOffered, rule)).length;
  return all.length > 0 && rules === 0 ? [] : [{ ...placeholder, rules }];
}

/** Proposes not to offer sections without routes. Skips those of the checkout host while its URL is unknown. */
export function notOfferedPlaceholder(
  absent: readonly AbsentSectionOfHost[],
  { knowsCheckout }: { readonly knowsCheckout: boolean },
): readonly Placeholder[] {
  const proposed = absent.filter((section) => knowsCheckout || !section.isOnCheckout);
  if (proposed.length === 0) return [];
  return [
    {
      path: ["notOffered"],
      what: `The target has no route of ${proposed.map(({ name }) => name).join("; ")}. Leave them out if you never offer them.`,
      example: proposed.flatMap(({ areas }) => areas).sort(),
      rules: 0,
    },
  ];
}
