import { describe, expect, it } from "vitest";
import { disbursement, intent, remittance, session } from "../client.ts";
import { createDesk } from "./look.ts";

const checkout = { host: "checkout" } as const;
const hostile = "<img src=x onerror=alert(1)>";

describe("the dashboard", () => {
  it("shows every object of the merchant, each with its reasons, and escapes what clients wrote", async () => {
    const desk = createDesk();
    const { call, accountId } = desk;
    const id = async (made: Promise<{ json: Record<string, unknown> }>) => String((await made).json["id"]);
    const made = {
      payments: await id(call("POST", "/v1/payment-intents", { ...intent, description: hostile })),
      sessions: await id(call("POST", "/v1/sessions", session(accountId), checkout)),
      payouts: await id(call("POST", "/v1/disbursements", { ...disbursement, first_name: hostile })),
    };
    const remitted = await id(call("POST", "/v1/remittance", remittance));
    const customerId = await id(call("POST", "/v1/customers", { name: hostile }, checkout));
    const priceId = await id(call("POST", "/v1/prices", { amount: 5000, productName: hostile }, checkout));
    const subscription = await id(
      call("POST", "/v1/subscriptions", { customerId, items: [{ priceId }] }, checkout),
    );
    const vendor = await desk.control("POST", `/merchants/${accountId}/vendors`, { name: hostile });
    const acct = String(vendor.json["acct"]);
    for (const [view, expected] of [
      ...Object.entries(made),
      ["payouts", remitted],
      ["subscriptions", subscription],
      ["invoices", "INV-2026-000001"],
      ["vendors", acct],
      ["settings", accountId],
    ] as const) {
      const page = await desk.look(`/${view}`);
      expect([view, page.status, page.text.includes(expected)]).toEqual([view, 200, true]);
      expect(page.text).not.toContain("<img");
    }
    for (const one of [...Object.values(made), subscription, acct, accountId]) {
      const page = await desk.look(`/why/${one}`);
      expect([one, page.status, page.text.includes("Because")]).toEqual([one, 200, true]);
      expect(page.text).not.toContain("<img");
    }
    expect(desk.faults).toEqual([]);
  });

  it("shows the ledger with running balances that end in the balance", async () => {
    const desk = createDesk();
    for (const amount of [5000, 7000])
      await desk.call("POST", "/v1/disbursements", { ...disbursement, amount });
    const { text } = await desk.look("/ledger");
    const account = /wallet:wallet_\w+:available/.exec(text)?.[0] ?? "";
    const statement = (await desk.look(`/ledger/${encodeURIComponent(account)}`)).text;
    const figures = [...statement.matchAll(/(-?[\d,]+)\u00a0FCFA/g)].map(([, figure = ""]) =>
      Number(figure.replaceAll(",", "")),
    );
    // The newest entry first: its amount, then the balance after it.
    expect(figures.slice(0, 4)).toEqual([-7000, 99_988_000, -5000, 99_995_000]);
    expect(text).toContain("Trial balance");
    expect(text).toContain('<p class="figure">0\u00a0FCFA</p>');
  });

  it("shows requests with their bodies, without keys and secrets", async () => {
    const desk = createDesk();
    const key = desk.emulator.merchants[0]?.keys.test ?? "";
    const made = await desk.call("POST", "/v1/payment-intents", { ...intent, description: "A book" });
    const list = await desk.look("/requests");
    expect(list.text).toContain("createPaymentIntent");
    const one = await desk.look("/requests/req_1");
    expect(one.text).toContain("A book");
    const everything = (await Promise.all(["", "/settings", "/payments"].map((path) => desk.look(path))))
      .map(({ text }) => text)
      .join();
    for (const secret of [key, String(made.json["clientSecret"])])
      expect(`${list.text}${one.text}${everything}`).not.toContain(secret);
    expect((await desk.look("/requests/req_99")).status).toBe(404);
  });

  it("shows deliveries with their attempts and the next one, and sends an event again", async () => {
    let isUp = false;
    const sent: string[] = [];
    const desk = createDesk({
      send: async ({ body }) => {
        sent.push(body);
        return { status: isUp ? 200 : 500 };
      },
    });
    const { json } = await desk.control("POST", `/merchants/${desk.accountId}/webhook-endpoints`, {
      url: "http://127.0.0.1:9/hooks",
      events: ["checkout.session.completed"],
    });
    const opened = await desk.call("POST", "/v1/sessions", session(desk.accountId), checkout);
    await desk.control("POST", `/merchants/${desk.accountId}/sessions/${String(opened.json["id"])}/pay`, {});
    await expect.poll(() => sent.length).toBe(1);
    await desk.emulator.idle();
    const page = (await desk.look("/webhooks")).text;
    expect(page).toMatch(/not accepted<\/span> 500, again after/);
    expect(page).toMatch(
      />waiting<\/span>.*attempt 1 at 2026-01-31 10:00:00: 500<.*2026-01-31 10:00:05<.*in 5 seconds/s,
    );
    isUp = true;
    const eventId = /evt_\w+/.exec(sent[0] ?? "")?.[0] ?? "";
    const again = await desk.send({
      operation: "sendEventAgain",
      "param.id": String(json["id"]),
      "param.eventId": eventId,
    });
    expect(again.status).toBe(303);
    await expect.poll(() => sent.length).toBe(2);
    await desk.emulator.idle();
    expect(sent[1]).toBe(sent[0]);
    expect((await desk.look("/webhooks")).text).toMatch(/>accepted</);
    const { json: listed } = await desk.control(
      "GET",
      `/merchants/${desk.accountId}/webhook-endpoints/${String(json["id"])}/deliveries`,
    );
    expect(listed["data"]).toMatchObject([
      { eventId, attempt: 1, taken: true },
      { eventId, attempt: 1, taken: false, retryMs: 5000 },
    ]);
  });

  it("does not exist for an unknown object", async () => {
    const desk = createDesk();
    for (const path of ["/nothing", "/payments/x", "/why/pi_unknown", "?merchant=acct_unknown", "/a/b/c"])
      expect([path, (await desk.look(path)).status]).toEqual([path, 404]);
  });

  it("reports a change to open pages, and ends with the emulator", async () => {
    const desk = createDesk();
    const response = await desk.emulator.controlFetch(new Request("http://control.test/dashboard/changes"));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = (response.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    expect((await reader.read()).value).toBe(": open\n\n");
    await desk.call("POST", "/v1/payment-intents", intent);
    expect((await reader.read()).value).toBe("data: changed\n\n");
    await desk.emulator.close();
    expect((await reader.read()).done).toBe(true);
  });
});
