import * as fc from "fast-check";
import { expect, it } from "vitest";
import { piecesOf } from "../../../emulator/storage/pieces.ts";

it("makes the text of JSON.stringify in pieces that stay small", () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ id: `row_${at}`, left: undefined, at }));
  const image = { shelves: [{ name: "things", rows, orders: [] }], none: undefined, list: [undefined, null] };
  const pieces = [...piecesOf(image)];
  expect(pieces.join("")).toBe(JSON.stringify(image));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(JSON.stringify(rows).length / 4);
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 5 }), (value, depth) => {
      expect([...piecesOf(value, depth)].join("")).toBe(JSON.stringify(value));
    }),
  );
});
