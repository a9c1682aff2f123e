import { json } from "../kernel/answers.ts";
import { clockControls, idleControls, testClockControls } from "./clock.ts";
import { connectControls } from "./connect.ts";
import { faultControls } from "./faults.ts";
import {
  keyControls,
  type MadeMerchant,
  merchantControls,
  settingControls,
  removalControls,
} from "./merchants.ts";
import { outcomeControls, sessionControls } from "./outcomes.ts";
import { type ControlOperation, operation } from "./operation.ts";
import { webhookControls, deliveryControls, secretControls } from "./webhooks.ts";
import { pageControls } from "./pages.ts";
import type { Snapshots } from "../snapshots.ts";
import { searchControls } from "./search.ts";
import { snapshotControls } from "./snapshots.ts";
import { trafficControls } from "./traffic.ts";
import { whyControls } from "./why.ts";

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
  operation("reset", "POST /reset", {
    ofWholeState: true,
    handle: ({ reset }) => {
      reset();
      return json(200, { reset: true });
    },
  }),
];

/** The operations that are not in the control protocol. */
export const ownControlOperations = ({
  merchants,
  snapshots,
}: {
  /** The initial merchants. */
  readonly merchants: () => readonly MadeMerchant[];
  readonly snapshots: Snapshots;
}): readonly ControlOperation[] => [
  ...trafficControls,
  ...pageControls,
  ...deliveryControls,
  ...secretControls,
  ...keyControls(merchants),
  ...whyControls,
  ...searchControls,
  ...removalControls,
  ...snapshotControls(snapshots),
];
