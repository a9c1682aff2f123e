import { expect, it } from "vitest";
import { Buckets } from "../../../emulator/kernel/buckets.ts";

it("keeps the items of a key in the order of their insertion", () => {
  const buckets = new Buckets<{ readonly id: string; readonly at?: number }>(({ id }) => id);
  buckets.put("a", { id: "1" });
  buckets.put("b", { id: "2" });
  buckets.put("b", { id: "3" });
  buckets.put("a", { id: "1", at: 5 });
  buckets.put("b", { id: "2", at: 6 });
  expect([buckets.values("a"), buckets.values("b"), buckets.values("c")]).toEqual([
    [{ id: "1", at: 5 }],
    [{ id: "2", at: 6 }, { id: "3" }],
    [],
  ]);
  expect(buckets.isMixed("b")).toBe(false);
  buckets.put("b", { id: "0" }, true);
  expect([buckets.isMixed("a"), buckets.isMixed("b")]).toEqual([false, true]);
  buckets.remove("b", "0");
  buckets.remove("a", "2");
  buckets.remove("b", "2");
  expect([buckets.values("a"), buckets.values("b")]).toEqual([[{ id: "1", at: 5 }], [{ id: "3" }]]);
  buckets.remove("a", "1");
  buckets.remove("b", "3");
  expect([buckets.values("a"), buckets.values("b"), buckets.isMixed("b")]).toEqual([[], [], false]);
});
