import { beforeAll, expect, test } from "vitest";
import { compareSides } from "../../../cli/compare/compare.ts";
import { comparedText } from "../../../cli/compare/compared-text.ts";
import type { Side } from "../../../cli/compare/side.ts";
import { createParts } from "../../../emulator/index.ts";
import { startEmulator } from "../../../emulator/start.ts";
import type { Verdict } from "../../../harness/results.ts";
import { mutants } from "../../../mutants/index.ts";
import { partsOf } from "../../../mutants/mutant.ts";
import { openPoints } from "../../../spec/index.ts";
import { rule } from "../../reports/fixture.ts";
import { startSecondServer } from "../../second-server/index.ts";
import { emptyFolder, inThisProcess } from "../command-line.ts";

const folder = emptyFolder();
const BROKEN = "payment-intents/created-label-word";

interface Compared {
  readonly verdicts: readonly {
    rule: string;
    shown: { a: { request: string }; b: { body: object } } | null;
  }[];
  readonly openPoints: readonly { id: string; onlyInA: readonly string[] }[];
  readonly others: readonly { kind: string; says: string; names: readonly string[] }[] | null;
  readonly equal: { verdicts: number; exchanges: number };
}

/** Judges some rules, and records the run in its output folder. */
async function judged(out: string, target: { readonly url: string; readonly key: string }): Promise<void> {
  const rules = "payment-intents/created-* payment-intents/amount* payment-intents/retrieve*";
  const flags = `--runs 2 --no-allure --quiet --out ${out} --har ${out}/recording.har`;
  const env = { PAYCONFORM_KEY: target.key };
  await inThisProcess(`run --target ${target.url} --rules ${rules} ${flags}`, { folder, env });
}

async function compared(a: string, b: string): Promise<{ readonly code: number; readonly result: Compared }> {
  const { code, stdout } = await inThisProcess(["compare", a, b, "--json"], { folder });
  return { code, result: JSON.parse(stdout) as Compared };
}

beforeAll(async () => {
  const mutant = mutants.find(({ violates }) => violates.some((id) => id === BROKEN));
  const parts = {
    A: createParts(),
    again: createParts(),
    mutant: mutant === undefined ? createParts() : partsOf(mutant),
  };
  for (const [out, one] of Object.entries(parts)) {
    await using emulator = await startEmulator({ seed: 3, parts: one });
    await judged(out, { url: emulator.paymentUrl, key: emulator.merchant.testKey });
  }
  const second = await startSecondServer();
  await judged("second", { url: second.baseUrl, key: second.testKey });
  await second.close();
}, 120_000);

test("two runs of the same server do not differ, though all ids and times do", async () => {
  const { code, result } = await compared("A", "again");
  expect([code, result.verdicts, result.openPoints, result.others]).toEqual([0, [], [], []]);
  expect(result.equal.exchanges).toBeGreaterThan(10);
});

test("a mutant differs in its rule first, with both exchanges", async () => {
  for (const file of ["", "/recording.har"]) {
    const { code, result } = await compared(`A${file}`, `mutant${file}`);
    expect(code).toBe(1);
    expect(result.verdicts[0]?.rule).toBe(BROKEN);
  }
  const { stdout } = await inThisProcess(["compare", "A", "mutant"], { folder });
  expect(stdout).toContain(`1  ${BROKEN} §2.1: passed in A, violated in B`);
  const markdown = await inThisProcess(["compare", "A", "mutant", "--markdown"], { folder });
  expect(markdown.stdout).toContain("## The verdict differs");
});

test("rules that the same cause violates are one difference", () => {
  const ids = ["a/one", "a/two", "a/other"] as const;
  const side = (verdict: Verdict, causes: Side["causes"]): Side => ({
    ...{ name: verdict, causes, observations: [], exchanges: null, events: [], seed: 1 },
    rules: ids.map((id) => rule({ id, verdict })),
  });
  const result = compareSides(side("passed", []), side("violated", [["a/two", "a/one"], ["a/other"]]));
  expect(result.verdicts.map((one) => [one.rule, one.cause])).toEqual([
    ["a/two", "a/two"],
    ["a/one", "a/two"],
    ["a/other", "a/other"],
  ]);
  const text = comparedText(result);
  expect(text).toMatch(/ 1 {2}a\/two [^]* the same cause: a\/one\n[^]* 2 {2}a\/other /);
});

test("another server that conforms differs in open points of the register, and in what the document leaves alone", async () => {
  const { code, result } = await compared("A", "second");
  expect([code, result.verdicts]).toEqual([0, []]);
  const register = new Set<string>([...openPoints.map(({ id }) => id), "undocumented-status"]);
  expect(result.openPoints.map(({ id }) => id).filter((id) => !register.has(id))).toEqual([]);
  const kinds = new Set(result.others?.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(["missing", "header", "form", "order"]));
});
