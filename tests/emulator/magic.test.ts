import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { magicColumns, magicValues } from "../../emulator/magic-values.ts";
import { createBench, disbursement, intent, remittance, session } from "./client.ts";
import { createDesk } from "./dashboard/look.ts";
import { pageIn, visitorOf } from "./pages/visit.ts";

const magical = () => createBench({ magic: true });
const checkout = { host: "checkout" as const };
const DAY = 86_400_000;

const to = (body: typeof disbursement | typeof remittance, phoneEnd: string) => ({
  ...body,
  payment_method_data: {
    ...body.payment_method_data,
    momo: { ...body.payment_method_data.momo, msisdn: `242069${phoneEnd}` },
  },
});

describe("magic values", () => {
  it.each(magicValues)(
    "$phoneEnd decides the end of payouts, also as an amount",
    async ({ phoneEnd, amount, payout, lateMs }) => {
      const { call, time, emulator } = magical();
      const statusAt = async (ms: number, path: string) => {
        time.advance(ms);
        await emulator.idle();
        return (await call("GET", path)).json["status"];
      };
      const bodies = [to(disbursement, phoneEnd), { ...to(disbursement, "123456"), amount }];
      const made = await Promise.all(bodies.map((body) => call("POST", "/v1/disbursements", body)));
      for (const { status, json } of made) expect([status, json["status"]]).toEqual([200, "processing"]);
      const rem = await call("POST", "/v1/remittance", to(remittance, phoneEnd));
      expect(rem.status).toBe(200);
      const paths = [
        ...made.map(({ json }) => `/v1/disbursement/${String(json["id"])}`),
        `/v1/remittance/${String(rem.json["id"])}`,
      ];
      const end = payout === "unanswered" ? "processing" : payout;
      if (lateMs !== undefined) expect(await statusAt(10_000, paths[0] ?? "")).toBe("processing");
      time.advance(lateMs ?? 10_000);
      for (const path of paths) expect(await statusAt(0, path)).toBe(end);
    },
  );

  it.each(magicValues)(
    "$phoneEnd decides the end of withdrawals, from the vendor's onboarding page",
    async ({ phoneEnd, payout, lateMs = 0 }) => {
      const bench = magical();
      const made = await bench.control("POST", `/merchants/${bench.accountId}/vendors`, {
        payoutMethod: false,
      });
      const acct = String(made.json["acct"]);
      const { send } = visitorOf(bench);
      const url = pageIn(await bench.call("POST", `/v1/connect/accounts/${acct}/onboarding_links`, {}));
      await send(url, { step: "submit", phone: `069${phoneEnd}`, consent: "yes" });
      await send(url, { step: "approved" });
      await bench.call("POST", "/v1/connect/allocations", { destination: acct, amount: 5_000 });
      bench.time.advance(DAY);
      const withdrawAfter = async (ms: number): Promise<unknown> => {
        bench.time.advance(ms);
        await bench.emulator.idle();
        const headers = { "idempotency-key": `w${bench.time.now()}` };
        const path = `/v1/connect/accounts/${acct}/withdrawals`;
        const { status, json } = await bench.call("POST", path, undefined, { headers });
        return json["code"] ?? status;
      };
      expect(await withdrawAfter(0)).toBe(201);
      if (lateMs > 0) expect(await withdrawAfter(DAY / 4)).toBe("E_PENDING_WITHDRAW");
      const ends = {
        succeeded: "E_CONNECT_VENDOR_EMPTY_BALANCE",
        // The money is back.
        ...{ failed: 201, canceled: 201 },
        unanswered: "E_PENDING_WITHDRAW",
      };
      expect(await withdrawAfter(lateMs > 0 ? lateMs : DAY / 4)).toBe(ends[payout]);
    },
  );

  it.each(magicValues)("$amount ends an intent by itself", async ({ amount, payment, lateMs = 0 }) => {
    const { call, time } = magical();
    const { json } = await call("POST", "/v1/payment-intents", { ...intent, amount });
    time.advance(3_000 + lateMs);
    const status = (await call("GET", `/v1/payment-intents/${String(json["id"])}`)).json["status"];
    const ends = {
      approved: "succeeded",
      declined: "failed",
      canceled: "canceled",
      unanswered: "requires_payment_method",
    };
    expect(status).toBe(ends[payment]);
  });

  it.each(magicValues)(
    "$phoneEnd decides a payment over control, and its repetition",
    async ({ phoneEnd, payment, again }) => {
      const { call, control, accountId } = magical();
      const { json } = await call("POST", "/v1/sessions", session(accountId), checkout);
      const pay = async () =>
        (
          await control("POST", `/merchants/${accountId}/sessions/${String(json["id"])}/pay`, {
            phone: `242069${phoneEnd}`,
          })
        ).json;
      expect((await pay())["outcome"]).toBe(payment);
      if (payment === "declined") expect((await pay())["outcome"]).toBe(again);
    },
  );

  it.each([
    ["000000", "https://shop.example.com/paid"],
    ["000001", "note=declined"],
    ["000002", "https://shop.example.com/basket"],
    ["000003", "Approve"],
  ])("%s needs no confirmation on the page, unless the payer does not answer", async (phoneEnd, expected) => {
    const bench = magical();
    const made = await bench.call("POST", "/v1/sessions", session(bench.accountId), checkout);
    const fields = { operator: "mtn", phone: `242069${phoneEnd}`, step: "confirm" };
    const { location, text } = await visitorOf(bench).send(pageIn(made), fields);
    expect(location ?? text).toContain(expected);
  });

  it.each([
    ["000004", "active", "past_due"],
    ["000005", "unpaid", "active"],
    ["000006", "active", "past_due"],
  ])("%s decides the payments of a subscription", async (phoneEnd, first, later) => {
    const { call, control, accountId } = magical();
    const customer = await call("POST", "/v1/customers", { phone: `242069${phoneEnd}` }, checkout);
    const price = await call("POST", "/v1/prices", { amount: 5_000 }, checkout);
    const body = { customerId: customer.json["id"], items: [{ priceId: price.json["id"] }] };
    const made = await call("POST", "/v1/subscriptions", body, checkout);
    expect([made.status, made.json["status"]]).toEqual([201, first]);
    const statusAfter = async (byMs: number) => {
      await control("POST", `/merchants/${accountId}/clock`, { byMs });
      return (await call("GET", `/v1/subscriptions/${String(made.json["id"])}`, undefined, checkout)).json[
        "status"
      ];
    };
    // 000005 is paid by the retry of the next day; the others fall behind at the renewal.
    expect(await statusAfter((first === "active" ? 28.5 : 2) * DAY)).toBe(later);
    if (phoneEnd === "000006") expect(await statusAfter(DAY)).toBe("active");
  });

  it("give way to what control prepared, and mean nothing unless they are enabled", async () => {
    const { call, control, accountId, time } = magical();
    await control("POST", `/merchants/${accountId}/next-disbursement-outcome`, { outcome: "canceled" });
    const end = async (on: Pick<ReturnType<typeof magical>, "call" | "time">) => {
      const { json } = await on.call("POST", "/v1/disbursements", to(disbursement, "000001"));
      on.time.advance(10_000);
      return (await on.call("GET", `/v1/disbursement/${String(json["id"])}`)).json["status"];
    };
    expect([await end({ call, time }), await end({ call, time })]).toEqual(["canceled", "failed"]);
    const usual = createBench();
    expect(await end(usual)).toBe("succeeded");
    expect((await usual.control("GET", "/magic")).json["enabled"]).toBe(false);
    expect((await createDesk().look("/faults")).text).not.toContain("Magic values");
    expect((await createDesk({ magic: true }).look("/faults")).text).toContain("Magic values");
  });

  it("are listed in the documentation as they are", () => {
    const cells = [
      magicColumns.map(([heading]) => heading),
      ...magicValues.map((value) => magicColumns.map(([, cell]) => cell(value))),
    ];
    const page = readFileSync(new URL("../../docs/emulator/magic.md", import.meta.url), "utf8");
    const rows = page.split("\n").filter((line) => /^\| (Number|`)/.test(line));
    expect(
      rows.map((row) =>
        row
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll("`", "")),
      ),
    ).toEqual(cells);
  });
});
