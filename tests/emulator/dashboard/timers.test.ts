import { expect, test } from "vitest";
import { timerName } from "../../../emulator/dashboard/timers.tsx";
import { createParts } from "../../../emulator/index.ts";

test.each(Object.keys(createParts().timers))("the dashboard has words for %s", (kind) => {
  expect(timerName(kind)).not.toBe(kind);
});
