import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStore } from "../../../emulator/kernel/state.ts";
import { put, remove, table } from "../../../emulator/kernel/table.ts";

interface Thing {
  id: string;
  group: string;
}
const things = table<Thing>("things", {
  group: (thing) => (thing.group === "none" ? undefined : thing.group),
});

const write = fc.oneof(
  fc.record({
    id: fc.constantFrom("a", "b", "c", "__proto__"),
    group: fc.constantFrom("x", "y", "none"),
  }),
  fc.record({ id: fc.constantFrom("a", "b", "c", "__proto__") }),
);

describe("state", () => {
  it("finds by index what a search over all records finds, in its order, whenever it is asked first, also as an image", () => {
    fc.assert(
      fc.property(fc.array(write), fc.nat(20), (writes, first) => {
        const [always, late] = [createStore(), createStore()];
        for (const [at, one] of writes.entries()) {
          const change = ["group" in one ? put(things, one as Thing) : remove(things, one.id)];
          always.apply(change);
          late.apply(change);
          for (const group of ["x", "y"]) {
            const found = always.find(things, "group", group);
            expect(found).toEqual(always.all(things).filter((thing) => thing.group === group));
            if (at >= first) expect(late.find(things, "group", group)).toEqual(found);
          }
        }
        expect(late.image()).toEqual(always.image());
        const again = createStore();
        again.restore(late.image());
        for (const group of ["x", "y"])
          expect(again.find(things, "group", group)).toEqual(always.find(things, "group", group));
      }),
      { numRuns: 300 },
    );
  });

  it("names an index that does not exist", () => {
    expect(() => createStore().find(things, "owner", "x")).toThrow("Table things has no index owner");
  });
});
