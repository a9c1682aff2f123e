import { expect, test } from "vitest";
import { bodies } from "./bodies.ts";
import { connections } from "./connections.ts";
import { meanings } from "./meanings.ts";

test("there are many faulty servers", () => {
  const hostile = [...connections, ...bodies, ...meanings];
  expect(new Set(hostile.map(({ what }) => what)).size).toBe(hostile.length);
  expect(hostile.length).toBeGreaterThanOrEqual(60);
});
