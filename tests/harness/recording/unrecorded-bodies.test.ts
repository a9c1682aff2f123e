import { expect, test } from "vitest";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { TrafficJudge } from "../../../harness/traffic/traffic-judge.ts";
import { stepsOf, written } from "./recording.ts";

/** The rules that were judged on an answer to the creation of an intent, with their verdicts. */
async function judgedOn(answer: object): Promise<ReadonlyMap<string, string>> {
  const file = written([
    JSON.stringify({
      method: "POST",
      url: "https://api.shop.test/v1/payment-intents",
      requestBody: { label: "Ticket", amount: 5_000 },
      startedAt: "2026-03-02T10:00:00.000Z",
      durationMs: 5,
      responseHeaders: { "content-type": "application/json" },
      ...answer,
    }),
  ]);
  const profile = withDefaults({ target: { baseUrl: "https://api.shop.test" } });
  const judge = await TrafficJudge.open({ profile, keys: {} });
  judge.watch(await stepsOf(file));
  const judged = judge.results().filter(({ verdict }) => verdict !== "could_not_run");
  return new Map(judged.map(({ id, verdict }) => [id, verdict]));
}

test("of an answer without its body, only the status is judged", async () => {
  const { size } = await judgedOn({ status: 200, responseBody: "{}" });
  expect(size).toBeGreaterThan(3);
  expect([...(await judgedOn({ status: 200 })).values()]).toEqual(["passed"]);
  expect([...(await judgedOn({ status: 500 })).values()]).toEqual(["violated"]);
});
