import { isMet, type Supplies } from "../../harness/needs.ts";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { rulesByNeed } from "../../harness/rules-by-need.ts";
import { needs, ports } from "../../spec/index.ts";
import { emulatorProfile } from "../targets/emulator-profile.ts";

/** A setting that the target does not show. */
export interface Question {
  /** Where its answer stands in the profile. */
  readonly path: readonly string[];
  readonly what: string;
  /** An answer, as plain data. */
  readonly example: unknown;
  /** How many rules need it; zero if it saves requests only. */
  readonly rules: number;
}

/** Examples of what the emulator does not need. */
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

/** What is missing in a profile, by what the target supplies: what most rules need comes first in each section. */
export function openQuestions(profile: ProfileInput, supplies: Supplies): readonly Question[] {
  const example = emulatorProfile({
    paymentUrl: "http://127.0.0.1:4010",
    checkoutUrl: "http://127.0.0.1:4011",
  });
  const question = (
    section: "fields" | "ports" | "fixtures",
    name: string,
    what: string,
    need: string,
  ): Question => ({
    path: [section, name],
    what,
    example: EXAMPLES[`${section}.${name}`] ?? example[section][name] ?? "acct_vendor1",
    rules: rulesByNeed(need).length,
  });
  const asked = (prefix: string, section: "fields" | "fixtures"): readonly Question[] =>
    needs
      .filter(
        ({ id, supply }) =>
          id.startsWith(prefix) && supply.includes(`\`${section}.${id.slice(prefix.length)}\``),
      )
      .filter(({ id }) => !isMet(id, supplies))
      .map(({ id, what }) => question(section, id.slice(prefix.length), what, id));
  const byControl = supplies.control.has("setNextPaymentOutcome");
  const unbound = ports
    .filter(({ name }) => profile.ports?.[name] === undefined)
    .filter(({ name }) => !(byControl && ["declinePayments", "approvePayments"].includes(name)))
    .map(({ name, what }) => question("ports", name, what, `port.${name}`));
  return [
    ...(supplies.checkoutHost === false
      ? [
          one(
            ["target", "checkoutUrl"],
            "The checkout host, which serves sessions, subscriptions and test clocks.",
            "http://127.0.0.1:4011",
            "host.checkout",
          ),
        ]
      : []),
    ...(profile.target?.controlUrl === undefined && profile.target?.controlModule === undefined
      ? [
          one(
            ["target", "controlUrl"],
            "Where the control protocol is served, if you offer it.",
            "http://127.0.0.1:4010/control",
            "control.createMerchant",
          ),
        ]
      : []),
    ...(isMet("key.second-merchant", supplies)
      ? []
      : [
          one(
            ["keys", "otherTest"],
            "A test key of a second merchant.",
            { env: "PAYCONFORM_OTHER_KEY" },
            "key.second-merchant",
          ),
        ]),
    ...(isMet("touch.payout-schedule", supplies)
      ? []
      : [
          one(
            ["mayTouch"],
            "Account settings that the run may change and restores.",
            ["payout-schedule"],
            "touch.payout-schedule",
          ),
        ]),
    ...byRules(unbound),
    ...(profile.events === undefined
      ? [
          one(
            ["events"],
            "How events arrive: a receiver that the suite opens, or a feed that it polls.",
            { receiver: {} },
            "events",
          ),
        ]
      : []),
    ...byRules(asked("field.", "fields")),
    ...byRules(asked("fixture.", "fixtures")),
  ];
}

const one = (path: readonly string[], what: string, example: unknown, need: string): Question => ({
  path,
  what,
  example,
  rules: rulesByNeed(need).length,
});

const byRules = (questions: readonly Question[]): readonly Question[] =>
  [...questions].sort((a, b) => b.rules - a.rules);
