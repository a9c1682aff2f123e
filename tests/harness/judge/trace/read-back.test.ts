import { expect, test } from "vitest";
import { History, MERCHANT } from "./history.ts";

test("surrounds the first change of each kind with reads of what the account has", () => {
  const history = new History();
  const around = (key: string, id: string): readonly string[] =>
    history.trace
      .around(
        { operation: null, host: "payment", method: "POST", path: `/v1/things/${id}/end`, parts: {} },
        { key, areas: new Set(["remittances", "activation", "vendors"]) },
      )
      .map(({ operation, path }) => [operation.id, ...Object.values(path)].join(" "));
  history.creates(MERCHANT);
  expect(around(MERCHANT.test, "rem_2")).toEqual([]);
  const create = (id: string): void => void history.call({ operation: "createRemittance" }, { id });
  for (const id of ["rem_1", "rem_2"]) create(id);
  expect(around("sk_test_unknown", "rem_2")).toEqual([]);
  const once = ["listRemittances", "retrieveActivation"];
  expect(around(MERCHANT.test, "rem_2")).toEqual([
    "retrieveRemittance rem_2",
    "retrieveRemittance rem_1",
    ...once,
  ]);
  expect(around(MERCHANT.test, "rem_1")).toEqual([]);
  for (const id of ["rem_3", "rem_4"]) create(id);
  // Then the first one among neighbors, of which the oldest and the newest are read.
  expect(around(MERCHANT.test, "rem_2").slice(0, 4)).toEqual([
    ...["rem_2", "rem_1", "rem_4"].map((id) => `retrieveRemittance ${id}`),
    "listRemittances",
  ]);
  expect(around(MERCHANT.test, "rem_3")).toEqual([]);
});
