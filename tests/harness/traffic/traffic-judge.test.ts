import { expect, test } from "vitest";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import type { RuleResult } from "../../../harness/results.ts";
import { TrafficJudge } from "../../../harness/traffic/traffic-judge.ts";

const KEY = "sk_test_0123456789abcdef";
const BASE = "https://pay.test";

/** A client whose traffic is judged; each step takes 1 ms. */
async function client({ isOwn = false } = {}) {
  const reported: RuleResult[] = [];
  const judge = await TrafficJudge.open({
    profile: withDefaults({ target: { baseUrl: BASE } }),
    keys: {},
    isOwn,
    onViolation: (result) => reported.push(result),
  });
  let now = Date.UTC(2026, 0, 1);
  const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
  return {
    judge,
    reported,
    send: (
      line: string,
      answer: { status: number; body?: unknown } | null,
      { key = KEY, body = null }: { readonly key?: string | null; readonly body?: unknown } = {},
    ): void => {
      const [method = "", path = ""] = line.split(" ");
      const headers = key === null ? [] : [["Authorization", `Bearer ${key}`] as const];
      const url = new URL(path, BASE);
      const request = { method, url, headers, body: body === null ? null : json(body) };
      judge.begin(request, (now += 1));
      const type = [["Content-Type", "application/json"] as const];
      const received =
        answer === null ? null : { status: answer.status, headers: type, body: json(answer.body ?? {}) };
      judge.end(request, { answer: received, at: (now += 1) });
    },
    deliver: (event: unknown): void => judge.arrive({ bytes: json(event), address: "hooks", at: (now += 1) }),
    verdict: (rule: string): RuleResult["verdict"] | undefined =>
      judge.results().find(({ id }) => id === rule)?.verdict,
  };
}

test("a rule about a field that only the profile can name says so", async () => {
  const { judge } = await client();
  const balances = judge.results().find(({ id }) => id === "allocations/balances-add-up");
  expect(balances?.needs.map(({ id }) => id)).toEqual(["field.balance-available", "field.balance-pending"]);
});

test("without a key in any request, trace rules say that they need it", async () => {
  const { send, judge } = await client();
  send("GET /v1/remittance", { status: 401, body: { message: "Unauthorized" } }, { key: null });
  const trace = judge
    .results()
    .filter(({ kind, verdict }) => kind === "trace" && verdict === "could_not_run");
  expect(new Set(trace.flatMap(({ needs }) => needs.map(({ id }) => id)))).toEqual(
    new Set([
      "traffic.credentials",
      "field.balance-available",
      "field.balance-pending",
      "field.compliance-capability",
      "field.compliance-operations",
      "field.withdrawal-amount",
    ]),
  );
});

test("the 401 of a payment with a vendor of the other mode has another body than that of a missing key", async () => {
  const charge = { amount: 100, currency: "xaf", transfer_data: { destination: "acct_1" } };
  const refused = { status: 401, body: { message: "Unauthorized" } };
  const other = await client();
  other.send("POST /v1/payment-intents", refused, { body: charge });
  expect(other.reported).toEqual([]);
  const missing = await client();
  missing.send("POST /v1/payment-intents", { status: 400 }, { body: {} });
  missing.send("POST /v1/payment-intents", refused, { body: { amount: 100 }, key: null });
  missing.judge.results();
  expect(missing.reported.map(({ id }) => id)).toContain("authentication/intents-unauthorized-error");
});

test("an event is judged at each delivery, and is one event; one without a type may be a ping", async () => {
  const { deliver, judge, reported } = await client();
  deliver({ hello: true });
  deliver([]);
  expect(reported).toEqual([]);
  const event = { event: { id: "evt_1", type: "connect.transfer.created", accountId: "acct_m", data: {} } };
  deliver(event);
  const first = reported.length;
  deliver(event);
  expect([first > 0, reported.length, judge.seen.events]).toEqual([true, first, 4]);
});

test("others may advance a clock that the traffic created", async () => {
  const clock = (frozenTime: string) => ({ id: "clock_1", frozenTime, status: "ready", name: null });
  const path = "/v1/test-helpers/test-clocks";
  const judged = async (isOwn: boolean) => {
    const { send, reported } = await client({ isOwn });
    send(
      `POST ${path}`,
      { status: 201, body: clock("2030-01-01T09:00:00Z") },
      { body: { frozenTime: "2030-01-01T09:00:00Z" } },
    );
    send(`GET ${path}/clock_1`, { status: 200, body: clock("2030-01-05T09:00:00Z") });
    return reported.some(({ id }) => id === "test-clocks/changed-by-request-only");
  };
  expect([await judged(true), await judged(false)]).toEqual([true, false]);
});

test("others may have registered an endpoint for other events", async () => {
  const judged = async (isOwn: boolean) => {
    const { send, deliver, reported } = await client({ isOwn });
    const body = { url: "https://client.test/hooks", events: ["connect.transfer.created"] };
    send("POST /v1/webhook-endpoints", { status: 201 }, { body });
    deliver({ event: { id: "evt_1", type: "connect.funds.available", data: {} } });
    return reported.some(({ id }) => id === "connect-events/subscribed-names-only");
  };
  expect([await judged(true), await judged(false)]).toEqual([true, false]);
});
