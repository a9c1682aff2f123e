import { describe, expect, it } from "vitest";
import { createBench } from "../client.ts";
import { pageIn, visitorOf } from "./visit.ts";

async function invited() {
  const bench = createBench();
  const { json } = await bench.control("POST", `/merchants/${bench.accountId}/vendors`, {
    name: "Boutique <b>",
    payoutMethod: false,
  });
  const acct = String(json["acct"]);
  const link = await bench.call("POST", `/v1/connect/accounts/${acct}/onboarding_links`, {});
  const compliance = async () =>
    (await bench.call("GET", `/v1/connect/accounts/${acct}/compliance`)).json["verification_status"];
  return { bench, acct, url: pageIn(link), compliance, ...visitorOf(bench) };
}

const details = { step: "submit", phone: "066123456", consent: "yes" };

describe("the page behind an onboarding link", () => {
  it("takes the vendor's details, and shows the review and its outcome", async () => {
    const { url, compliance, open, send, bench, acct } = await invited();
    expect((await open(url)).text).toContain("Boutique &lt;b&gt;");
    await send(url, details);
    expect(await compliance()).toBe("documents_submitted");
    expect((await open(url)).text).toContain("We are checking your details");
    await send(url, { step: "needs_info" });
    expect((await open(url)).text).toContain("We need more information");
    await send(url, details);
    await send(url, { step: "approved" });
    expect(await compliance()).toBe("approved");
    expect((await open(url)).text).toContain("You can be paid now");
    // The number on the page is where withdrawals go.
    await bench.call("POST", "/v1/connect/allocations", { destination: acct, amount: 5000 });
    bench.time.advance(24 * 3_600_000);
    const withdrawal = await bench.call("POST", `/v1/connect/accounts/${acct}/withdrawals`, undefined, {
      headers: { "idempotency-key": "w" },
    });
    expect(withdrawal.status).toBe(201);
  });

  it.each([
    [{ ...details, phone: "x" }, "Enter a phone number"],
    [{ step: "submit", phone: "066123456" }, "Confirm that the details are true"],
  ])("asks again for what is missing: %o", async (fields, wrong) => {
    const { url, compliance, send } = await invited();
    const page = await send(url, fields);
    expect([page.status, page.text.includes(wrong), await compliance()]).toEqual([422, true, null]);
  });

  it("allows no review of a vendor that has submitted nothing", async () => {
    const { url, compliance, send } = await invited();
    expect((await send(url, { step: "approved" })).status).toBe(422);
    expect(await compliance()).toBe(null);
  });

  it("expires with its link", async () => {
    const { url, compliance, open, send, bench } = await invited();
    bench.time.advance(86_400_000);
    expect((await open(url)).text).toContain("This page has expired");
    await send(url, details);
    expect(await compliance()).toBe(null);
  });
});
