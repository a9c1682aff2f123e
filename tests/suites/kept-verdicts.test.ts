import { expect, test } from "vitest";
import {
  type JudgedTarget,
  type TargetSource,
  inProcess,
  inThisProcess,
} from "../../cli/in-process/target.ts";
import { namedVariant } from "../../cli/mutants/choose.ts";
import { judgeTarget, type Verdicts } from "../../cli/mutants/judge.ts";
import { inSimulatedTime } from "../../cli/in-process/simulated-time.ts";
import { type Parts, createParts } from "../../emulator/index.ts";
import type { Check } from "../../harness/check.ts";
import { withDefaults } from "../../harness/profile/defaults.ts";
import { inOrder, part } from "../../mutants/mutant.ts";
import { lease } from "../../suites/fixtures/leases.ts";
import { postToControl } from "../emulator/started.ts";
import { sending, withoutControl } from "./lacking.ts";

/** Verdicts that what a target is permitted to do must not cost. */
interface Target {
  readonly parts?: ((parts: Parts) => Parts) | undefined;
  readonly describe?: (target: JudgedTarget) => JudgedTarget;
}

const local = ({
  parts = (usual) => usual,
  describe: described = (usual) => usual,
}: Target): TargetSource => ({
  time: "simulated",
  open: async () => described(inProcess(inThisProcess({ seed: 5, parts: parts(createParts()) }))),
});

const judged = (target: Target, patterns: readonly string[]): Promise<Verdicts> =>
  judgeTarget({ target: local(target), patterns, seed: 5, runs: 2 });

const others = (verdicts: Verdicts): readonly string[] =>
  [...verdicts.values()]
    .filter(({ verdict, reason }) => verdict !== "passed" && reason !== "only a real socket shows this")
    .map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`);

test("a withdrawal in flight for fifteen seconds refuses a second one", async () => {
  const parts = part(["connect", "withdrawals", "inFlight"], () => ({ duration: 15_000 }));
  const verdicts = await judged({ parts }, ["withdrawals/in-flight-refused"]);
  expect(others(verdicts)).toEqual([]);
});

const { deadlines: usualDeadlines } = withDefaults({ target: { baseUrl: "http://payment.test" } });

/** A target that takes this long to answer; ms. */
const slow = (ms: number) => (target: JudgedTarget) =>
  sending((send) => async (...call) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return send(...call);
  })({ ...target, profile: { ...target.profile, deadlines: usualDeadlines } });

test("a withdrawal that ends before the next answer refuses a second one", async () => {
  const parts = inOrder(
    part(["connect", "withdrawals", "inFlight"], () => ({ duration: 60 })),
    part(["connect", "fees"], () => ({ availabilityDelay: 0 })),
  );
  const unaided = withoutControl("settleWithdrawal", "moveWallClock");
  const describe = (target: JudgedTarget): JudgedTarget => slow(100)(unaided(target));
  expect(others(await judged({ parts, describe }, ["withdrawals/in-flight-refused"]))).toEqual([]);
});

test("a target that answers slowly is judged on every route", async () => {
  const patterns = [
    "authentication/every-route-*",
    "authentication/regenerated-key-stops-on-every-route",
    "connect-guards/*reads-are-not-rate-limited",
  ];
  expect(others(await judged({ describe: slow(1_800) }, patterns))).toEqual([]);
});

test("an available_at of null leaves every rule that control can prepare judged", async () => {
  const { replace: parts } = namedVariant("allocation-dates-not-reported");
  const verdicts = await judged({ parts }, ["allocations", "withdrawals", "reversals"]);
  // What is about the dates themselves.
  expect(others(verdicts).map((text) => text.split(":")[0])).toEqual([
    "allocations/credit-is-available-from-available-at not_applicable",
    "allocations/credit-is-pending-until-available-at not_applicable",
    "allocations/created-at-iso-8601 not_applicable",
  ]);
});

test("a target that never retries by itself leaves no rule unfinished", async () => {
  const { replace: parts } = namedVariant("no-retries");
  const verdicts = await judged({ parts }, ["*automatic-retry*", "invoices/no-invoice-overdue"]);
  expect(new Set(others(verdicts).map((text) => text.split(/[ :]/)[1]))).toEqual(new Set(["not_applicable"]));
});

test("withdrawals without ids leave every rule judged", async () => {
  const { replace: parts } = namedVariant("withdrawals-without-ids");
  expect(others(await judged({ parts }, ["withdrawals"]))).toEqual([]);
});

test("control registers endpoints if no port does", async () => {
  const withoutPort = (target: JudgedTarget): JudgedTarget => {
    const { registerWebhookEndpoint: _bound, ...ports } = target.profile.ports;
    return { ...target, profile: { ...target.profile, ports } };
  };
  const patterns = [
    "connect-events/exact-name-subscribes",
    "connect-events/marketplace-endpoint-receives",
    "connect-events/prefixed-name-matches-nothing",
    "subscription-events/names-without-prefix",
    "subscription-events/unsubscribed-names-stay-away",
  ];
  const verdicts = await judged({ describe: withoutPort }, patterns);
  expect(others(verdicts)).toEqual([]);
});

test("keys that share their random part are distinguished by their prefix", async () => {
  const { replace: parts } = namedVariant("keys-differ-by-their-prefix");
  const verdicts = await judged({ parts }, ["authentication/key-with-other-prefix"]);
  expect(others(verdicts)).toEqual([]);
});

test("more vendors than one page hide none of the first page", async () => {
  const target: TargetSource = {
    time: "simulated",
    open: async () => {
      const inside = inThisProcess({ seed: 5 });
      for (let made = 0; made < 60; made += 1)
        await postToControl(inside.emulator, "/vendors", { name: `earlier ${made}` });
      const { profile, ...rest } = inProcess(inside);
      const { baseUrl, checkoutUrl } = profile.target;
      return { ...rest, profile: { ...profile, target: { baseUrl, checkoutUrl }, fields: {} } };
    },
  };
  const patterns = [
    "vendors/created-*",
    "vendors/mode-of-a-test-key",
    "vendors/fee-payer-is-one-per-merchant",
  ];
  const verdicts = await judgeTarget({ target, patterns, seed: 5, runs: 2 });
  const wanting = [...verdicts.values()].filter(({ needs }) =>
    needs.some(({ id }) => id === "field.accounts-cursor-parameter"),
  );
  expect(verdicts.get("vendors/created-is-listed")?.verdict).toBe("passed");
  expect(wanting.map(({ id }) => id)).toEqual([]);
});

test("a merchant that control creates has funds", async () => {
  const bodies: Record<string, unknown>[] = [];
  const describe = sending((send) => (request, options) => {
    if (request.method === "POST" && request.url.pathname === "/control/merchants")
      bodies.push(JSON.parse(Buffer.from(request.body ?? []).toString()) as Record<string, unknown>);
    return send(request, options);
  });
  const verdicts = await judged({ describe }, ["disbursements/accepts-every-parameter"]);
  expect(others(verdicts)).toEqual([]);
  expect(bodies.length).toBeGreaterThan(0);
  for (const { funds } of bodies) expect(funds).toBeGreaterThan(1_000_000);
});

test("a check that gets no vendor says how many are needed", async () => {
  const check = {
    profile: withDefaults({ target: { baseUrl: "http://payment.test" }, inFlight: 3 }),
    signal: new AbortController().signal,
    cleanUp: () => undefined,
  } as unknown as Check;
  const supply = { need: "fixture.vendor", count: 2, stock: () => ["acct_1", "acct_2"] };
  await expect(
    inSimulatedTime({ seed: 1 }, async () => {
      await lease(check, supply);
      await lease(check, supply);
    }),
  ).rejects.toThrow(/use all 2 vendors of fixture\.vendor; supply 6/);
});
