import { expect, test } from "vitest";
import { contractOperations } from "../../../harness/contract.ts";
import { Answered } from "../../../harness/run/answered.ts";
import { exchanged } from "../exchanged.ts";

test("each documented outcome says how often a run reached it, or why not", () => {
  const answered = new Answered();
  for (const status of [200, 200, 401])
    answered.observe(exchanged({ operation: "createPaymentIntent", answer: { status, body: "{}" } }));
  answered.observe(exchanged({ operation: null, answer: { status: 200, body: "{}" } }));
  const all = answered.coverage();
  expect(all).toHaveLength(contractOperations.size);
  const [intents, sessions] = ["/v1/payment-intents", "/v1/sessions"].map(
    (wanted) => all.find(({ path }) => path === wanted)?.outcomes ?? [],
  );
  expect(intents).toContainEqual({ status: "200", times: 2, why: null });
  expect(intents).toContainEqual({ status: "422", times: 0, why: "not answered" });
  expect(sessions?.every(({ why }) => why === "not asked")).toBe(true);
});
