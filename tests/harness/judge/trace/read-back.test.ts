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
  for (const id of ["rem_1", "rem_2", "rem_3"]) history.call({ operation: "createRemittance" }, { id });
  expect(around("sk_test_unknown", "rem_2")).toEqual([]);
  expect(around(MERCHANT.test, "rem_2")).toEqual([
    "retrieveRemittance rem_2",
    "retrieveRemittance rem_3",
    "listRemittances",
    "retrieveActivation",
  ]);
  expect(around(MERCHANT.test, "rem_3")).toEqual([]);
});
