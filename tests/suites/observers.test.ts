import { describe, expect, test } from "vitest";
import { inSession } from "../../cli/in-process/session.ts";
import { plainTarget } from "../../cli/in-process/target.ts";
import { type RuleCheck, rule } from "../../harness/check.ts";
import { Inconclusive, NeedMissing, TransportFault } from "../../harness/verdicts.ts";
import { modules } from "../../suites/generated/modules.ts";
import { type ObservingCheck, observing } from "../../suites/expect/observing.ts";
import { executed } from "../harness/executed.ts";

/** The checks with observers, and for each observer what it records on the emulator, or why it records nothing. */
async function recorded(checks: readonly ObservingCheck[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const watched = checks.map(({ id, options, observers }) =>
    rule(id, options, async (check) => {
      for (const [index, observer] of observers.entries()) {
        const values: string[] = [];
        found.set(`observer ${index + 1} of ${id}`, values);
        const observe: typeof check.observe = (point, value) => void values.push(`${point}: ${value}`);
        await observer(Object.create(check, { observe: { value: observe } }) as typeof check);
      }
    }),
  );
  const results = await inSession(plainTarget(7), { seed: 7, runs: 2 }, (session) =>
    executed(session, watched),
  );
  expect([...results.values()].filter(({ verdict }) => verdict !== "passed")).toEqual([]);
  return found;
}

describe("observers", () => {
  test("each records something on the emulator, which offers every need", async () => {
    const lists = await Promise.all(Object.values(modules).map(async (load) => (await load()).default));
    const checks = lists.flat().filter((check: RuleCheck): check is ObservingCheck => "observers" in check);
    expect(checks.length).toBeGreaterThan(10);
    const found = await recorded(checks);
    expect(found.size).toBe(checks.reduce((sum, { observers }) => sum + observers.length, 0));
    expect([...found].filter(([, values]) => values.length === 0).map(([name]) => name)).toEqual([]);
  });

  const passing = rule("allocations/key-is-optional", () => Promise.resolve());
  const judge = (error: Error): Promise<void> =>
    observing(passing, () => Promise.reject(error)).judge({} as never);

  test.each([new Inconclusive("why"), new NeedMissing("events"), new TransportFault("reset", "gone")])(
    "what the target does not permit does not change the verdict: $name",
    async (error) => {
      await expect(judge(error)).resolves.toBeUndefined();
    },
  );

  test("a fault of an observer does", async () => {
    await expect(judge(new TypeError("a bug"))).rejects.toThrow("a bug");
  });
});
