import { expect, it } from "vitest";
import { readPublicContract } from "../../spec/index.ts";
import { forDredd } from "../../bench/peers/dredd-document.ts";
import { draw } from "../../bench/peers/sample.ts";
import { serve } from "../../bench/peers/target.ts";
import { type Dict, operationsOf, walk } from "../../bench/peers/walk.ts";
import { mutants } from "../../mutants/index.ts";

const contract = readPublicContract();

it("the walk calls every operation, and the emulator answers each request as documented", async () => {
  const target = await serve(null);
  const { exchanges, ids } = await walk(contract, target);
  await target.close();
  const wrong = exchanges.filter(({ expected, status }) =>
    expected === null ? status < 400 : status !== expected,
  );
  expect(wrong.map(({ name, status }) => `${name}: ${status}`)).toEqual([]);
  expect(new Set(exchanges.map(({ operationId }) => operationId))).toEqual(
    new Set(operationsOf(contract).keys()),
  );
  expect(target.requests()).toBeGreaterThan(exchanges.length);

  const { paths } = forDredd(contract, ids) as { paths: Record<string, Record<string, Dict>> };
  const read = paths["/v1/payment-intents/{id}"]?.["get"];
  expect(read?.["parameters"]).toMatchObject([{ name: "id", example: ids["intent"] }]);
  expect(Object.keys(paths).at(-1)).toBe("/v1/test-helpers/test-clocks/{id}");
});

it("the walk shows a mutant that the plain script detects", async () => {
  const target = await serve(mutants.find(({ id }) => id === "no-route-retrieveOverview") ?? null);
  const { exchanges } = await walk(contract, target);
  await target.close();
  expect(exchanges.find(({ name }) => name === "retrieveOverview")).toMatchObject({
    expected: 200,
    status: 404,
  });
});

it("the sample depends only on the seed and takes one mutant of each area in turn", () => {
  const ids = (seed: number, size: number): readonly string[] => draw(seed, size).map(({ id }) => id);
  expect(ids(1, 30)).toEqual(ids(1, 30));
  expect(ids(1, 30)).not.toEqual(ids(2, 30));
  const areas = draw(1, 20).map(({ violates }) => violates[0]?.split("/")[0]);
  expect(new Set(areas).size).toBe(20);
});
