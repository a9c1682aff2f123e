import { deliveryControls } from "./deliveries.ts";
import { pageControls } from "./pages.ts";
import { pointControls } from "./points.ts";
import { removalControls } from "./removal.ts";
import { trafficControls } from "./traffic.ts";
import type { ControlOperation } from "./types.ts";
import { secretControls } from "./webhook-secrets.ts";
import { whyControls } from "./why.ts";

/** The operations that are not in the control protocol. */
export const ownControlOperations = (
  options: Parameters<typeof pointControls>[0] & { readonly seed: number },
): readonly ControlOperation[] => [
  ...trafficControls,
  ...pageControls,
  ...deliveryControls,
  ...secretControls(options.seed),
  ...whyControls,
  ...removalControls,
  ...pointControls(options),
];
