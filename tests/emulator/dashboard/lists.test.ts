import { describe, expect, it } from "vitest";
import { disbursement, intent, session } from "../client.ts";
import { createDesk } from "./look.ts";

const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(/title="Why (pi_\w+)\?"/g)].map(([, id = ""]) => id);

describe("a list of the dashboard", () => {
  it("shows every object on one of its pages, with a true count and links between the pages", async () => {
    const desk = createDesk();
    const made: string[] = [];
    for (let amount = 1; amount <= 120; amount += 1)
      made.push(String((await desk.call("POST", "/v1/payment-intents", { ...intent, amount })).json["id"]));
    const shown: string[] = [];
    let path: string | undefined = "/payments";
    for (const range of ["1 to 50", "51 to 100", "101 to 120"]) {
      const { text } = await desk.look(path ?? "");
      expect(text).toContain(`120 payments: ${range}, newest first.`);
      shown.push(...idsIn(text));
      path = /<a href="\/dashboard([^"#]*)#payments" rel="next">/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(path).toBeUndefined();
    expect(shown).toEqual(made.toReversed());
    for (const [page, range] of [
      ["99", "101 to 120"],
      ["0", "1 to 50"],
      ["x", "1 to 50"],
    ])
      expect((await desk.look(`/payments?payments-page=${page}`)).text).toContain(range);
  });
});

describe("the search", () => {
  it("finds an object by what is in it, by what a payer said, and by a request", async () => {
    const desk = createDesk();
    const { accountId, control, call } = desk;
    const host = { host: "checkout" as const };
    const metadata = { order: "A-1042", "<b>": "x" };
    const made = await call("POST", "/v1/sessions", { ...session(accountId), total: 27_500, metadata }, host);
    const id = String(made.json["id"]);
    const payer = { outcome: "declined", operator: "mtn", phone: "242066123456" };
    await control("POST", `/merchants/${accountId}/sessions/${id}/pay`, payer);
    await call("POST", "/v1/payment-intents", { ...intent, amount: 9_999 });
    const foundBy = async (q: string) => {
      const { json } = await control("GET", `/merchants/${accountId}/search?q=${encodeURIComponent(q)}`);
      return (json["objects"] as { id: string }[]).map((one) => one.id);
    };
    for (const q of ["a-1042", "27 500", "+242 06 612 34 56", id.slice(3, 20)])
      expect(await foundBy(q), q).toContain(id);
    const secret = String((await call("POST", "/v1/payment-intents", intent)).json["clientSecret"]);
    expect(await foundBy(secret.slice(-12))).toEqual([]);
    expect(await foundBy("275")).toEqual([]);
    const other = desk.emulator.merchants[1]?.accountId ?? "";
    expect((await control("GET", `/merchants/${other}/search?q=A-1042`)).json["objects"]).toEqual([]);
    expect((await control("GET", `/merchants/${accountId}/search`)).status).toBe(422);
    const page = (await desk.look("/find?q=%3Cb%3E27,500")).text;
    expect(page).not.toContain("<b>27");
    expect((await desk.look("/find?q=A-1042")).text).toMatch(/metadata\.order: A-1042.*27,500/s);
    const exact = await desk.look(`/find?q=${id}`);
    expect(exact.headers.get("location")).toContain(`/dashboard/why/${id}?`);
  });
});

describe("a clock", () => {
  it("shows what follows, and goes there", async () => {
    const desk = createDesk();
    await desk.call("POST", "/v1/disbursements", disbursement);
    const page = (await desk.look("/clocks")).text;
    expect(page).toMatch(/in 3 seconds.*end of the disbursement: succeeded.*Awa Moussa/s);
    const to = /name="body\.to" value="([^"]+)"/.exec(page)?.[1] ?? "";
    expect((await desk.send({ operation: "moveWallClock", "body.to": to })).status).toBe(303);
    expect((await desk.look("/payouts")).text).toContain(">succeeded</span>");
  });
});

describe("why", () => {
  it("explains a request and the fault that affected it", async () => {
    const desk = createDesk();
    const { json } = await desk.control("POST", "/faults", { effect: "error", status: 503, times: 1 });
    expect((await desk.look("/faults")).text).toContain(`title="Why ${String(json["id"])}?"`);
    await desk.call("POST", "/v1/payment-intents", intent);
    const made = await desk.call("POST", "/v1/payment-intents", intent);
    // It has met as many requests as it should, and is gone.
    const fault = await desk.look(`/why/${String(json["id"])}`);
    expect([
      fault.status,
      fault.text.includes("requests/req_1?"),
      fault.text.includes("requests/req_2?"),
    ]).toEqual([200, true, false]);
    expect((await desk.look("/why/fault_2")).status).toBe(404);
    const request = await desk.look("/why/req_1");
    expect([request.status, request.headers.get("location")]).toEqual([
      303,
      expect.stringContaining("/dashboard/requests/req_1?"),
    ]);
    expect((await desk.look("/requests/req_1")).text).toContain(`title="Why ${String(json["id"])}?"`);
    const id = String(made.json["id"]);
    expect(idsIn((await desk.look("/requests/req_2")).text)).toContain(id);
    const why = await desk.look(`/why/${id}`);
    expect(why.text).toContain("requests/req_2?");
    expect((await desk.control("GET", `/why/${id}`)).json["requests"]).toMatchObject([
      { id: "req_2", operationId: "createPaymentIntent", status: 200 },
    ]);
    expect(why.text).not.toContain(String(made.json["clientSecret"]));
  });

  it("leads to the page of an object that has one", async () => {
    const desk = createDesk();
    const { accountId, control } = desk;
    const { json } = await control("POST", `/merchants/${accountId}/vendors`, { name: "Awa" });
    const path = `/v1/connect/accounts/${String(json["acct"])}/onboarding_links`;
    const link = await desk.call("POST", path, {});
    const id = String(link.json["id"]);
    expect((await desk.look(`/why/${id}`)).text).toMatch(new RegExp(`href="http://[^"]*/onboarding/${id}"`));
    expect((await desk.look(`/why/${String(json["acct"])}`)).text).not.toContain("Open its page");
  });

  it("explains why an event did not arrive", async () => {
    const desk = createDesk({ send: () => Promise.resolve({ status: 200 }) });
    const { accountId, control } = desk;
    const vendor = String(
      (await control("POST", `/merchants/${accountId}/vendors`, { name: "Awa" })).json["acct"],
    );
    const endpoints = `/merchants/${accountId}/webhook-endpoints`;
    await control("POST", endpoints, { url: "http://127.0.0.1:9/other", events: ["invoice.paid"] });
    await control("POST", "/faults", { effect: "drop-event", times: 1 });
    const url = "http://127.0.0.1:9/vendor";
    const registered = await desk.send({
      operation: "registerWebhookEndpoint",
      owner: vendor,
      "body.url": url,
      "list.events": "connect.transfer.created",
    });
    expect(registered.status).toBe(303);
    const view = await desk.look("/webhooks");
    expect(view.text).toContain("of the vendor Awa");
    await desk.call("POST", "/v1/connect/allocations", { destination: vendor, amount: 5000 });
    await expect.poll(() => desk.emulator.traffic.deliveries.latest({ most: 1 }).length).toBe(1);
    const [event] = (await control("GET", `/merchants/${accountId}/events`)).json["data"] as {
      body: { event: { id: string } };
    }[];
    const { text } = await desk.look(`/why/${event?.body.event.id ?? ""}`);
    expect(text).toMatch(/other<\/span><\/td><td[^>]*>no: it is not registered for this type/);
    expect(text).toMatch(/vendor<\/span><\/td><td[^>]*>yes, ordered/);
    expect(text).toMatch(/not accepted<\/span>\s*drop-event/);
  });

  it("acts on no endpoint of another merchant's vendor", async () => {
    const desk = createDesk();
    const [, other] = desk.emulator.merchants;
    const path = `/merchants/${other?.accountId ?? ""}`;
    const { json } = await desk.control("POST", `${path}/vendors`, { name: "Theirs" });
    await desk.send({
      operation: "registerWebhookEndpoint",
      owner: String(json["acct"]),
      "body.url": "http://127.0.0.1:9/mine",
      "list.events": "invoice.paid",
    });
    const own = await desk.control("GET", `/merchants/${desk.accountId}/webhook-endpoints`);
    expect(own.text).toContain("http://127.0.0.1:9/mine");
  });
});
