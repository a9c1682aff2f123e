import { expect, test } from "vitest";
import { planRun } from "../../harness/run/plan.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import { withDefaults } from "../../harness/profile/defaults.ts";
import { rule } from "../../harness/check.ts";
import { Violation } from "../../harness/verdicts.ts";
import { found, plant } from "./canaries.ts";
import { freePort } from "../../scripts/free-port.ts";
import { executed } from "../harness/executed.ts";
import { bareSession } from "../harness/run/one-rule.ts";

const key = plant("the key", (core) => `sk_test_${core}`);
const iban = plant("a secret field");
const clientSecret = plant("the client secret", (core) => `pi_9_secret_${core}`);

/** With faults, so that passive rules show it as their evidence. */
const event = {
  id: "evt_1",
  created_at: "yesterday",
  type: "invoice.paid",
  data: {
    invoiceId: 17,
    amount: `much, from ${iban.secret}`,
    payer: { iban: iban.secret },
    clientSecret: clientSecret.secret,
    [key.secret]: `key ${key.secret}`,
  },
};

test("no secret of an event is shown, whether a check or a passive rule reports it", async () => {
  const port = await freePort();
  /** Says all of the event that it received, as checks do when one comes that must not. */
  const teller = rule("subscription-events/ids-tell-events-apart", async (check) => {
    const merchant = { accountId: "acct_1", testKey: key.secret, liveKey: null, api: check.api, own: false };
    const inbox = await check.inbox({ merchant, names: ["invoice.paid"] });
    await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify(event) });
    await inbox.next({ type: "invoice.paid" });
    await inbox
      .none({ type: "invoice.paid" }, () => Promise.resolve())
      .catch((error: unknown) => {
        if (error instanceof Violation) error.counterexample = event;
        throw error;
      });
  });
  const session = await bareSession({
    profile: withDefaults({
      target: { baseUrl: "http://127.0.0.1:9" },
      events: { receiver: { port } },
      secretFields: ["iban"],
    }),
    keys: { test: key.secret },
    transport: socketTransport({ connections: 1 }),
  });
  const plan = planRun({ checks: [{ ...teller }], patterns: ["subscription-events"] });
  const withoutNeeds = plan.checks.map((entry) => ({ ...entry, rule: { ...entry.rule, needs: [] } }));
  const judged = await executed(session, [], { plan: { ...plan, checks: withoutNeeds } });
  const results = [...judged.values()];
  const violated = results.filter(({ verdict }) => verdict === "violated");
  expect(violated.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["sequence", "passive"]));
  expect(violated.every(({ counterexample, events }) => counterexample !== null || events.length > 0)).toBe(
    true,
  );
  const told = new Map(results.map((result) => [result.id, Buffer.from(JSON.stringify(result))]));
  expect(found([key, iban, clientSecret], told)).toEqual([]);
});
