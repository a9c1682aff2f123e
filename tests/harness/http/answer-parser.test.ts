import { Script } from "node:vm";
import { expect, it } from "vitest";
import { deferParserOptimisation } from "../../../harness/http/connection.ts";

it("the parser of answers is compiled, and V8 still takes what it has cached of other code", () => {
  const code = "1 + 1";
  const cachedData = new Script(code, { filename: "first.js" }).createCachedData();
  deferParserOptimisation();
  expect(new Script(code, { filename: "second.js", cachedData }).cachedDataRejected).toBe(false);
});
