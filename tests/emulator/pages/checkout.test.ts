import { describe, expect, it } from "vitest";
import { createBench, session, type Bench } from "../client.ts";
import { pageIn, payer, visitorOf } from "./visit.ts";

const checkout = { host: "checkout" } as const;

async function opened(bench: Bench, over: Record<string, unknown> = {}) {
  const made = await bench.call("POST", "/v1/sessions", { ...session(bench.accountId), ...over }, checkout);
  const id = String(made.json["id"]);
  return {
    id,
    url: pageIn(made),
    read: async () => (await bench.call("GET", `/v1/sessions/${id}`)).json,
    available: async () => {
      const { json } = await bench.control("GET", `/merchants/${bench.accountId}/balances`);
      return (json["marketplace"] as { available: number }).available;
    },
  };
}

describe("the page of a checkout session", () => {
  it("has the address in the answer to its creation, and exists on the other host as well", async () => {
    const bench = createBench();
    const { id, url } = await opened(bench);
    expect(url).toBe(`http://checkout.test/pay/${id}`);
    const retrieved = await bench.call("GET", `/v1/sessions/${id}`);
    expect(pageIn(retrieved)).toMatch(new RegExp(`^http://[^/]+/pay/${id}$`));
    expect((await bench.call("GET", `/pay/${id}`)).text).toContain("Amount to pay");
  });

  it("shows the amount and the items, and permits itself nothing but its own style and forms", async () => {
    const bench = createBench();
    const items = [{ productId: "p", productName: "<script>alert(1)</script>", quantity: 2, price: 2500 }];
    const { url } = await opened(bench, { items });
    const page = await visitorOf(bench).open(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<html lang="en">');
    expect(page.text).toContain("5,000 FCFA".replace(" ", "\u00a0"));
    expect(page.text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page.text).not.toContain("<script");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(policy).not.toContain("script-src");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each([
    ["fr-CM,en;q=0.8", "", "fr"],
    ["en;q=0.2,fr;q=0.9", "", "fr"],
    ["fr", "?lang=en", "en"],
    ["de", "", "en"],
    ["", "", "en"],
  ])(
    "speaks the customer's language: Accept-Language “%s”, query “%s”",
    async (accepted, query, language) => {
      const bench = createBench();
      const { url } = await opened(bench);
      const page = await visitorOf(bench).open(`${url}${query}`, { "accept-language": accepted });
      expect(page.text).toContain(`<html lang="${language}">`);
      expect(page.text).toContain(language === "fr" ? "Montant à payer" : "Amount to pay");
    },
  );

  it.each([
    ["CG", ["mtn", "airtel"]],
    ["CM", ["mtn", "orange"]],
    ["GQ", ["mtn", "airtel", "orange", "moov"]],
  ])("offers the operators of %s", async (country, operators) => {
    const bench = createBench();
    const made = await bench.control("POST", "/merchants", { name: "Abroad", country });
    const { accountId, keys } = made.json as unknown as { accountId: string; keys: { test: string } };
    const reply = await bench.call("POST", "/v1/sessions", session(accountId), {
      ...checkout,
      authorization: `Bearer ${keys.test}`,
    });
    const { text } = await visitorOf(bench).open(pageIn(reply));
    const offered = [...text.matchAll(/name="operator" value="(\w+)"/g)].map(([, operator]) => operator);
    expect(offered).toEqual(operators);
  });

  it("takes the payment that is approved on the phone, and leads to the success URL", async () => {
    const bench = createBench();
    const { url, read, available } = await opened(bench);
    const before = await available();
    const { open, send } = visitorOf(bench);
    const asked = await send(url, { ...payer, step: "confirm" });
    expect([asked.status, asked.text.includes("Confirm on your phone")]).toEqual([200, true]);
    expect(await available()).toBe(before);
    const paid = await send(url, { ...payer, step: "approved" });
    expect([paid.status, paid.location]).toEqual([303, "https://shop.example.com/paid"]);
    expect(await available()).toBe(before + 5000);
    const { status, paymentIntentId } = await read();
    expect(status).toBe("paid");
    const why = (await bench.control("GET", `/why/${String(paymentIntentId)}`)).json as unknown as {
      because: { cause: { name: string }; entries: { details: unknown }[] }[];
    };
    expect(why.because[0]?.cause.name).toBe("paySession");
    expect(why.because[0]?.entries[0]?.details).toMatchObject({ operator: "mtn", phone: "242066123456" });
    // A second form of the same page pays nothing.
    expect((await send(url, { ...payer, step: "approved" })).text).toContain("Payment received");
    expect(await available()).toBe(before + 5000);
    expect((await open(url)).text).toContain('href="https://shop.example.com/paid"');
  });

  it("stays open after a payment was declined, on the phone or as control had prepared", async () => {
    const bench = createBench();
    const { url, read, available } = await opened(bench);
    const before = await available();
    const { open, send } = visitorOf(bench);
    const declined = await send(url, { ...payer, step: "declined" });
    const again = (await open(`http://checkout.test${String(declined.location)}`)).text;
    expect(again).toContain("The payment was declined");
    // What was entered stays.
    expect(again).toContain('value="06 612 34 56"');
    await bench.control("POST", `/merchants/${bench.accountId}/next-payment-outcome`, {
      outcome: "declined",
    });
    expect((await send(url, { ...payer, step: "approved" })).location).toContain("note=declined");
    expect([(await read())["status"], await available()]).toEqual(["open", before]);
    expect((await send(url, { ...payer, step: "approved" })).location).toBe("https://shop.example.com/paid");
    expect(await available()).toBe(before + 5000);
  });

  it("is canceled by its customer, and leads to the cancel URL", async () => {
    const bench = createBench();
    const { url, read } = await opened(bench);
    const { open, send } = visitorOf(bench);
    expect((await send(url, { step: "canceled" })).location).toBe("https://shop.example.com/basket");
    expect((await read())["status"]).toBe("canceled");
    expect((await open(url)).text).toContain("Payment canceled");
  });

  it("expires at its time, or when control expires it", async () => {
    const bench = createBench();
    const [late, asked] = [await opened(bench), await opened(bench)];
    const { open, send } = visitorOf(bench);
    await send(asked.url, { step: "expired" });
    expect((await asked.read())["status"]).toBe("expired");
    bench.time.advance(24 * 3_600_000);
    expect((await open(late.url)).text).toContain("This page has expired");
    expect((await send(late.url, { ...payer, step: "approved" })).text).toContain("This page has expired");
  });

  it.each([
    ["a wrong number", { operator: "mtn", phone: "12" }, "Enter a phone number"],
    ["no operator", { phone: payer.phone }, "Choose an operator"],
    ["an operator that is unknown", { operator: "x", phone: payer.phone }, "Choose an operator"],
  ])("asks again for %s, in every step", async (_name, fields, wrong) => {
    const bench = createBench();
    const { url, read } = await opened(bench);
    for (const step of ["confirm", "approved", "declined"]) {
      const page = await visitorOf(bench).send(url, { ...fields, step });
      expect([page.status, page.text.includes(wrong)]).toEqual([422, true]);
    }
    expect((await read())["status"]).toBe("open");
  });

  it("takes no form from a page of another origin", async () => {
    const bench = createBench();
    const { url, read } = await opened(bench);
    const { send } = visitorOf(bench);
    const { origin } = new URL(url);
    for (const headers of [{ origin: "http://attacker.test" }, { "sec-fetch-site": "same-site", origin }])
      expect((await send(url, { ...payer, step: "approved" }, headers)).status).toBe(403);
    expect((await read())["status"]).toBe("open");
  });

  it("does not exist for an unknown session, and takes no other method", async () => {
    const bench = createBench();
    const { open } = visitorOf(bench);
    for (const path of ["/pay/session_unknown", "/invoice/in_unknown", "/onboarding/onb_unknown"])
      expect((await open(`http://checkout.test${path}`)).status).toBe(404);
    expect((await bench.call("DELETE", "/pay/session_unknown")).status).toBe(405);
  });

  it("is in the log of requests", async () => {
    const bench = createBench();
    const { id, url } = await opened(bench);
    await visitorOf(bench).open(url);
    const [latest] = bench.emulator.traffic.log.latest({ most: 1 });
    expect(latest).toMatchObject({ operationId: "hostedPage", path: `/pay/${id}`, answer: { status: 200 } });
  });
});
