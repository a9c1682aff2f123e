import { expect, test } from "vitest";
import { type FetchHandler, inProcessTransport } from "../../harness/http/in-process.ts";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { emulatorOfTest, postToControl } from "../emulator/started.ts";
import { judgeUrl } from "../harness/judge-url.ts";

const target = {
  baseUrl: "http://payment.test",
  checkoutUrl: "http://checkout.test",
  controlUrl: "http://control.test/control",
};

/** Judges an emulator whose control makes whatever is asked for, though the profile names vendors; which of them get allocations. */
async function judged(options: { names: number; patterns: readonly string[] }) {
  const emulator = emulatorOfTest({ seed: 17 });
  const [merchant] = emulator.merchants;
  const named: string[] = [];
  while (named.length < options.names) {
    const { acct } = await postToControl(emulator, "/vendors", { name: `named ${named.length}` });
    named.push(String(acct));
  }
  const destinations: string[] = [];
  const observed: FetchHandler = async (request) => {
    if (request.method === "POST" && new URL(request.url).pathname === "/v1/connect/allocations") {
      const body = (await request.clone().json()) as { destination?: unknown };
      destinations.push(String(body.destination));
    }
    return emulator.fetch(request);
  };
  const fixtures: ProfileInput["fixtures"] = { vendor: named };
  const { results } = await judgeUrl({
    profile: { target, fixtures },
    testKey: merchant?.keys.test ?? "",
    transport: inProcessTransport({
      [target.baseUrl]: observed,
      [target.checkoutUrl]: (request) => emulator.checkoutFetch(request),
      "http://control.test": (request) => emulator.controlFetch(request),
    }),
    patterns: options.patterns,
    runs: 2,
  });
  const verdicts = options.patterns.map((id) => `${id} ${results.get(id)?.verdict}`);
  expect(verdicts).toEqual(options.patterns.map((id) => `${id} passed`));
  const isNamed = (acct: string): boolean => named.includes(acct);
  return { all: destinations.length, named: destinations.filter(isNamed).length };
}

test("vendors of the profile are used before control creates others", async () => {
  const { all, named } = await judged({ names: 2, patterns: ["allocations/echoes-destination"] });
  expect(named).toBe(all);
  expect(all).toBeGreaterThan(0);
});

test("control creates vendors if the profile names too few, or if control has to act on their marketplace", async () => {
  const { all, named } = await judged({
    names: 1,
    patterns: ["transactions/vendors-do-not-share", "allocations/delay-unset-refused"],
  });
  expect(named).toBe(0);
  expect(all).toBeGreaterThan(0);
});
