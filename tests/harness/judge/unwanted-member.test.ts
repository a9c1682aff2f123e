import { expect, test } from "vitest";
import { contractOperations } from "../../../harness/contract.ts";
import { bodyJudges } from "../../../harness/judge/passive.ts";

test("a member that an object must not have is named, with its value", async () => {
  const schema = contractOperations.get("retrieveAccount")?.answers.get(200);
  if (schema === undefined || schema === null) throw new Error("the read of a vendor has no schema");
  const vendor = { id: "acct_1", object: "connect_account", type: "business", country: "CG", balances: [] };
  const judge = (await bodyJudges())(schema);
  expect(judge({ ...vendor, fee_payer: "controller" }).faults).toMatchObject([
    {
      rule: "vendors/read-has-no-type",
      expected: "no /type",
      actual: 'it is "business"',
      symptom: { field: "/type", expected: "absent", actual: '"business"' },
    },
  ]);
});
