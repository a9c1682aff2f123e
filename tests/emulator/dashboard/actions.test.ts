import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { manualTime } from "../../../emulator/index.ts";
import { intent, start } from "../client.ts";
import { createDesk } from "./look.ts";

const checkout = { host: "checkout" } as const;

describe("a form of the dashboard", () => {
  it("changes nothing if it comes from another origin, or does not state its origin", async () => {
    const desk = createDesk();
    const fields = { operation: "declareOutage", "body.service": "identity" };
    for (const headers of [
      {},
      { origin: "http://attacker.test" },
      { origin: "null" },
      { origin: "http://control.test:81" },
      { "sec-fetch-site": "same-site", origin: "http://control.test" },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[])
      expect((await desk.send(fields, headers)).status).toBe(403);
    expect((await desk.look("/faults")).text).not.toContain(">down<");
    const json = { origin: "http://control.test", "content-type": "application/json" };
    expect((await desk.send(fields, json)).status).toBe(415);
    expect((await desk.send(fields)).status).toBe(303);
    expect((await desk.look("/faults")).text).toContain(">down<");
  });

  it("does only what the dashboard offers", async () => {
    const desk = createDesk();
    for (const operation of ["reset", "fundMarketplace", "createPaymentIntent", "constructor", ""])
      expect([operation, (await desk.send({ operation })).text.includes("Refused with 404")]).toEqual([
        operation,
        true,
      ]);
  });

  it("does everything for which the dashboard has a button", async () => {
    const folder = new URL("../../../emulator/dashboard/", import.meta.url);
    const views = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
    const named = new Set(
      [...views.join().matchAll(/operation(?:=|: )"(\w+)"/g)].map(([, name = ""]) => name),
    );
    expect(named.size).toBeGreaterThan(20);
    const desk = createDesk();
    for (const operation of named)
      expect((await desk.send({ operation })).text).not.toContain(`has no action ${operation}`);
  });

  it("makes a session whose page leads back to the dashboard", async () => {
    const desk = createDesk();
    const page = await desk.look("/sessions");
    const fields = [...page.text.matchAll(/name="(body\.\w+)"[^>]* value="([^"]*)"/g)];
    const given: Record<string, string> = {};
    for (const [, name = "", value = ""] of fields) given[name] = value.replaceAll("&amp;", "&");
    const made = await desk.send({ operation: "createSession", ...given, "number.total": "4321" });
    expect(made.status).toBe(303);
    const { text } = await desk.look("/sessions");
    expect(text).toContain("4,321");
    const id = /\/pay\/(session_\w+)"/.exec(text)?.[1] ?? "";
    const { successUrl } = (await desk.call("GET", `/v1/sessions/${id}`)).json;
    expect(successUrl).toBe(`http://control.test/dashboard/sessions?merchant=${desk.accountId}&mode=test`);
  });

  it("says why something was refused, and stays on its page", async () => {
    const desk = createDesk();
    const refused = await desk.send({
      operation: "addRouteFault",
      "body.effect": "error",
      "number.status": "418",
      back: "/dashboard/faults",
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Refused with 422: status: must be one of");
    expect(refused.text).toContain("New fault");
  });

  it("leads back to the dashboard only", async () => {
    const desk = createDesk();
    for (const back of ["https://attacker.test/", "//attacker.test/dashboard", "/dashboardx", "/control"]) {
      const done = await desk.send({ operation: "declareOutage", "body.service": "sso", back });
      expect(done.headers.get("location")).toMatch(/^\/dashboard\?/);
    }
  });

  it("regenerates a key and shows the new one once; the old one is invalid", async () => {
    const desk = createDesk();
    const done = await desk.send({
      operation: "regenerateKey",
      "body.mode": "test",
      back: "/dashboard/settings",
    });
    const key = /sk_test_\w+/.exec(done.text)?.[0] ?? "";
    expect(key).toMatch(/^sk_test_\w{20,}/);
    expect((await desk.call("POST", "/v1/payment-intents", intent)).status).toBe(401);
    const authorization = `Bearer ${key}`;
    expect((await desk.call("POST", "/v1/payment-intents", intent, { authorization })).status).toBe(200);
    expect((await desk.look("/settings")).text).not.toContain(key);
  });

  it("sets the payout schedule as a client would", async () => {
    const desk = createDesk();
    await desk.send({
      operation: "replacePayoutSchedule",
      "body.cadence": "weekly",
      "boolean.enabled": "false",
    });
    expect((await desk.call("GET", "/v1/connect/payout_schedule")).json).toMatchObject({
      cadence: "weekly",
      enabled: false,
    });
  });

  it("moves the wall clock and a test clock by the days of the slider", async () => {
    const desk = createDesk({ time: manualTime(start) });
    await desk.send({ operation: "moveWallClock", "body.from": String(start), days: "2" });
    const { json } = await desk.control("GET", `/merchants/${desk.accountId}/clock`);
    expect(json["now"]).toBe("2026-02-02T10:00:00.000Z");
    const frozenTime = new Date(start).toISOString();
    const made = await desk.call("POST", "/v1/test-helpers/test-clocks", { frozenTime }, checkout);
    const id = String(made.json["id"]);
    await desk.send({
      operation: "advanceTestClock",
      "param.id": id,
      "body.from": String(start),
      days: "31",
    });
    const shown = await desk.call("GET", `/v1/test-helpers/test-clocks/${id}`, undefined, checkout);
    expect(shown.json["frozenTime"]).toBe("2026-03-03T10:00:00.000Z");
    expect((await desk.look("/clocks")).text).toContain("2026-03-03 10:00:00");
  });
});
