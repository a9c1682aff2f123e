import { expect, test } from "vitest";
import {
  inProcess,
  inThisProcess,
  type JudgedTarget,
  type TargetSource,
} from "../../cli/in-process-target.ts";
import { judgeTarget, type Verdicts } from "../../cli/mutants/judge.ts";
import { createParts, type Parts } from "../../emulator/index.ts";
import { withdrawing } from "../../mutants/connect/parts.ts";
import { variants } from "../../mutants/index.ts";

/** Verdicts that what a target is permitted to do must not cost. */

interface Target {
  readonly parts?: (parts: Parts) => Parts;
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

test("a flight of fifteen seconds is refused a second one", async () => {
  const parts = (usual: Parts): Parts =>
    withdrawing(usual, ({ flight }) => ({ flight: { ...flight, duration: 15_000 } }));
  const verdicts = await judged({ parts }, ["withdrawals/in-flight-refused"]);
  expect(others(verdicts)).toEqual([]);
});

test("an available_at of null costs nothing that control could bring about", async () => {
  const parts = variants.find(({ id }) => id === "allocation-dates-untold")?.replace;
  if (parts === undefined) throw new Error("the variant is gone");
  const verdicts = await judged({ parts }, ["allocations", "withdrawals", "reversals"]);
  // What is about the dates themselves.
  expect(others(verdicts).map((text) => text.split(":")[0])).toEqual([
    "allocations/credit-is-available-from-available-at inconclusive",
    "allocations/credit-is-pending-until-available-at inconclusive",
    "allocations/created-at-iso-8601 could_not_run",
  ]);
});

test("control registers endpoints where no port does", async () => {
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

test("keys that share their random part are told apart by their prefix", async () => {
  const parts = variants.find(({ id }) => id === "keys-differ-by-their-prefix")?.replace;
  if (parts === undefined) throw new Error("the variant is gone");
  const verdicts = await judged({ parts }, ["authentication/key-with-other-prefix"]);
  expect(others(verdicts)).toEqual([]);
});
