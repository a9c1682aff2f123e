import { expect, test } from "vitest";
import { inProcess, inThisProcess } from "../../cli/in-process-target.ts";
import { judgeTarget, type Verdicts } from "../../cli/mutants/judge.ts";
import { createParts, type Parts } from "../../emulator/index.ts";
import { connecting } from "../../mutants/connect/parts.ts";
import { mutants, variants } from "../../mutants/index.ts";
import { partsOf } from "../../mutants/mutant.ts";

/** Without control, a run shares its account with all other clients that have the key. */

const PATTERNS = [
  "overview/captured-charge-counts-*",
  "overview/*-does-not-count",
  "overview/refunded-charge-still-counts",
  "overview/created-vendor-counts",
  "vendors/twenty-a-minute-admitted",
];

const judged = (
  replace: (parts: Parts) => Parts,
  patterns: readonly string[] = PATTERNS,
): Promise<Verdicts> =>
  judgeTarget({
    target: {
      time: "simulated",
      open: async () => {
        const local = inProcess(inThisProcess({ seed: 5, parts: replace(createParts()) }));
        const { controlUrl: _control, ...target } = local.profile.target;
        const deadlines = { ...local.profile.deadlines, ruleMs: 120_000 };
        const fixtures = { ...local.profile.fixtures, "marketplace-funds": "1000000" };
        return { ...local, profile: { ...local.profile, target, deadlines, fixtures } };
      },
    },
    patterns,
    seed: 5,
    runs: 2,
  });

const verdictsOf = (verdicts: Verdicts): readonly string[] =>
  [...verdicts.values()].map(({ id, verdict }) => `${id} ${verdict}`);

test("requests of other clients of the account cause no false violation", async () => {
  let others = 0;
  const verdicts = await judged(
    connecting(({ overview, createAccount }) => ({
      overview: {
        ...overview,
        volume: (state, caller) => [
          ...overview.volume(state, caller),
          { at: Date.now(), value: (others += 1_003), vendor: "" },
        ],
      },
      createAccount: {
        ...createAccount,
        rate: {
          ...createAccount.rate,
          // Of the twenty, some are used up by requests of others that no list shows.
          get limit() {
            others += 1;
            return 5 + (Math.floor(others / 20) % 9);
          },
        },
      },
    })),
  );
  expect(verdictsOf(verdicts).filter((text) => /violated|unstable|broken/.test(text))).toEqual([]);
  expect(verdictsOf(verdicts)).toContain("overview/allocation-does-not-count inconclusive");
});

test("a list shows nothing that the run tried without judging it", async () => {
  const variant = variants.find(({ id }) => id === "phones-as-written");
  if (variant === undefined) throw new Error("the variant is gone");
  const verdicts = await judged(
    (usual) => variant.replace?.(usual) ?? usual,
    [
      "remittances/*-of-wrong-type",
      "remittances/validation-*",
      "remittances/phone-digits",
      "remittances/list-*",
    ],
  );
  expect(verdicts.get("remittances/phone-digits")?.verdict).toBe("passed");
});

test.each([
  "overview-counts-allocations",
  "overview-counts-plain-intents",
  "overview-counts-less-refunds",
  "vendor-rate-of-nineteen",
])("%s is caught on an account without other clients", async (id) => {
  const mutant = mutants.find((one) => one.id === id);
  if (mutant === undefined) throw new Error("the mutant is gone");
  const verdicts = await judged(() => partsOf(mutant), mutant.violates);
  expect(verdictsOf(verdicts)).toEqual(mutant.violates.map((rule) => `${rule} violated`));
});

test("a list that is shorter than a rule needs is not judged", async () => {
  const rule = "remittances/list-meta-total-beyond-a-page";
  const verdicts = await judged((parts) => parts, [rule]);
  expect(verdictsOf(verdicts)).toEqual([`${rule} could_not_run`]);
});
