import { describe, expect, it } from "vitest";
import { intent } from "../client.ts";
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
    expect(text).toMatch(/other<\/td><td[^>]*>no: it is not registered for this type/);
    expect(text).toMatch(/vendor<\/td><td[^>]*>yes, ordered/);
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
