import { describe, expect, test } from "vitest";
import { inProcess, inThisProcess } from "../../cli/in-process/target.ts";
import { namedVariant } from "../../cli/mutants/choose.ts";
import { judgeTarget, type Verdicts } from "../../cli/mutants/judge.ts";
import { emulatorKeys } from "../../cli/targets/emulator.ts";
import { createParts, type Emulator, type Parts } from "../../emulator/index.ts";
import { part, partsOf } from "../../mutants/mutant.ts";
import { list } from "../../mutants/remittances/parts.ts";
import { remittance } from "../emulator/client.ts";
import { mutantOf } from "../mutant.ts";

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
  remittances = 0,
): Promise<Verdicts> =>
  judgeTarget({
    target: {
      time: "simulated",
      open: async () => {
        const started = inThisProcess({ seed: 5, parts: replace(createParts()) });
        await remit(started.emulator, remittances);
        const local = inProcess(started);
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

async function remit(emulator: Emulator, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const created = await emulator.fetch(
      new Request("http://payment.test/v1/remittance", {
        method: "POST",
        headers: {
          authorization: `Bearer ${emulatorKeys(emulator).test}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(remittance),
      }),
    );
    if (!created.ok) throw new Error(await created.text());
  }
}

const verdictsOf = (verdicts: Verdicts): readonly string[] =>
  [...verdicts.values()].map(({ id, verdict }) => `${id} ${verdict}`);

test("requests of other clients of the account cause no false violation", async () => {
  let others = 0;
  const verdicts = await judged(
    part(["connect"], ({ overview, createAccount }) => ({
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
  const { replace = (usual: Parts) => usual } = namedVariant("phones-as-written");
  const verdicts = await judged(replace, [
    "remittances/*-of-wrong-type",
    "remittances/validation-*",
    "remittances/phone-digits",
    "remittances/list-*",
  ]);
  expect(verdicts.get("remittances/phone-digits")?.verdict).toBe("passed");
});

test.each([
  "overview-counts-allocations",
  "overview-counts-plain-intents",
  "overview-counts-less-refunds",
  "vendor-rate-of-nineteen",
])("%s is caught on an account without other clients", async (id) => {
  const mutant = mutantOf(id);
  const verdicts = await judged(() => partsOf(mutant), mutant.violates);
  expect(verdictsOf(verdicts)).toEqual(mutant.violates.map((rule) => `${rule} violated`));
});

describe("the total of a list that is longer than a page", () => {
  const rule = "remittances/list-meta-total-beyond-a-page";
  const capped = list(({ meta }) => ({ meta: { ...meta, total: ({ total }) => Math.min(total, 100) } }));

  test.each([
    { replace: (parts: Parts) => parts, before: 0, verdict: "could_not_run" },
    { replace: (parts: Parts) => parts, before: 105, verdict: "passed" },
    { replace: capped, before: 105, verdict: "violated" },
  ])("with $before remittances: $verdict", async ({ replace, before, verdict }) => {
    expect(verdictsOf(await judged(replace, [rule], before))).toEqual([`${rule} ${verdict}`]);
  });
});
