import { expect, it } from "vitest";
import { timerNames } from "../../../emulator/dashboard/timers.ts";
import { createParts } from "../../../emulator/index.ts";

it("names every timer that can be waiting", () => {
  expect(Object.keys(timerNames).sort()).toEqual(Object.keys(createParts().timers).sort());
});
