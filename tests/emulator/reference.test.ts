import { expect, test } from "vitest";
import { readPublicContract } from "../../spec/index.ts";
import { page, withRules } from "../../scripts/docs.ts";
import { createBench } from "./client.ts";

test("the reference is a page below the control protocol, with the emulator's addresses", async () => {
  const bench = createBench({ reference: ({ paymentUrl }) => `<p>${paymentUrl}</p>` });
  const { status, headers, text } = await bench.control("GET", "/reference");
  expect([status, text]).toEqual([200, "<p>http://127.0.0.1:4010</p>"]);
  expect(headers.get("content-type")).toMatch(/^text\/html/);
  expect((await bench.control("POST", "/reference", {})).status).toBe(405);
  expect((await createBench().control("GET", "/reference")).status).toBe(404);
});

test("an installation without one says how to build it", async () => {
  const { status, json } = await createBench({ reference: () => undefined }).control("GET", "/reference");
  expect([status, json.message]).toEqual([404, expect.stringContaining("npm run docs")]);
});

test("the page that the package has contains the addresses that are replaced", () => {
  const text = page(withRules(readPublicContract()));
  for (const address of ["http://127.0.0.1:4010", "http://127.0.0.1:4011"])
    expect(text).toContain(JSON.stringify(address));
});
