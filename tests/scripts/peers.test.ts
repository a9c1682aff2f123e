import { expect, it } from "vitest";
import { mutants } from "../../mutants/index.ts";
import { serve } from "../../scripts/bench/peers/target.ts";
import { operationsOf, walk } from "../../scripts/bench/peers/walk.ts";
import { readPublicContract } from "../../spec/index.ts";

const contract = readPublicContract();

it("the walk calls every operation, and the emulator answers each request as documented", async () => {
  const target = await serve(null);
  const exchanges = await walk(contract, target);
  await target.close();
  const wrong = exchanges.filter(({ expected, status }) =>
    expected === null ? status < 400 : status !== expected,
  );
  expect(wrong.map(({ name, status }) => `${name}: ${status}`)).toEqual([]);
  expect(new Set(exchanges.map(({ operationId }) => operationId))).toEqual(
    new Set(operationsOf(contract).keys()),
  );
  expect(target.requests()).toBeGreaterThan(exchanges.length);
});

it("the walk shows a mutant that the plain script detects", async () => {
  const target = await serve(mutants.find(({ id }) => id === "no-route-retrieveOverview") ?? null);
  const exchanges = await walk(contract, target);
  await target.close();
  expect(exchanges.find(({ name }) => name === "retrieveOverview")).toMatchObject({
    expected: 200,
    status: 404,
  });
});
