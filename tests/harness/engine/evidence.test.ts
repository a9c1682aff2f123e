import { expect, test } from "vitest";
import { decisive } from "../../../reports/transcript-text.ts";
import { judgedAs } from "./one-rule.ts";

test("the exchange that a violation names decides", async () => {
  const result = await judgedAs(async (check) => {
    const first = await check.send({ method: "GET", to: "/first" });
    await check.send({ method: "GET", to: "/second" });
    check.expect.that("the status", first.status, first).toBe(201);
  });
  expect(decisive(result)).toMatchObject({ named: true, exchange: { url: "http://target.test/first" } });
});

test("a clean-up is shown as such, and never as the last exchange of a check", async () => {
  const result = await judgedAs(async (check) => {
    check.cleanUp((cleaning) => cleaning.send({ method: "DELETE", to: "/made" }));
    await check.send({ method: "POST", to: "/made" });
    check.expect.that("the number", 1).toBe(2);
  });
  expect(result.transcript.map(({ method, cleanUp = false }) => [method, cleanUp])).toEqual([
    ["POST", false],
    ["DELETE", true],
  ]);
  expect(decisive(result)).toMatchObject({ named: false, exchange: { method: "POST" } });
});

test("exchanges that show nothing are left out of the transcript", async () => {
  const result = await judgedAs(async (check) => {
    await check.send({ method: "GET", to: "/poll", aside: true });
    await check.send({ method: "GET", to: "/thing" });
  });
  expect(result.transcript.map(({ url }) => url)).toEqual(["http://target.test/thing"]);
});
