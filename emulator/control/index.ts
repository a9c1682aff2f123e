import { json } from "../kernel/answers.ts";
import { clockControls } from "./clock.ts";
import { connectControls } from "./connect.ts";
import { faultControls } from "./faults.ts";
import { idleControls } from "./idle.ts";
import { merchantControls } from "./merchants.ts";
import { outcomeControls } from "./outcomes.ts";
import { sessionControls } from "./sessions.ts";
import { settingControls } from "./settings.ts";
import { testClockControls } from "./test-clocks.ts";
import type { ControlOperation } from "./types.ts";
import { webhookControls } from "./webhooks.ts";

/** Every control operation that the emulator offers. */
export const controlOperations: readonly ControlOperation[] = [
  ...merchantControls,
  ...settingControls,
  ...sessionControls,
  ...clockControls,
  ...idleControls,
  ...outcomeControls,
  ...webhookControls,
  ...faultControls,
  ...connectControls,
  ...testClockControls,
  {
    operationId: "reset",
    method: "POST",
    path: "/reset",
    ofWholeState: true,
    handle: ({ reset }) => {
      reset();
      return json(200, { reset: true });
    },
  },
];
