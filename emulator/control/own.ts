import { deliveryControls } from "./deliveries.ts";
import { pageControls } from "./pages.ts";
import type { Snapshots } from "../snapshots.ts";
import { removalControls } from "./removal.ts";
import { snapshotControls } from "./snapshots.ts";
import { trafficControls } from "./traffic.ts";
import type { ControlOperation } from "./types.ts";
import { secretControls } from "./webhook-secrets.ts";
import { whyControls } from "./why.ts";

/** The operations that are not in the control protocol. */
export const ownControlOperations = ({
  seed,
  snapshots,
}: {
  readonly seed: number;
  readonly snapshots: Snapshots;
}): readonly ControlOperation[] => [
  ...trafficControls,
  ...pageControls,
  ...deliveryControls,
  ...secretControls(seed),
  ...whyControls,
  ...removalControls,
  ...snapshotControls(snapshots),
];
