import { json } from "../kernel/answers.ts";
import { clockControls } from "./clock.ts";
import { connectControls } from "./connect.ts";
import { faultControls } from "./faults.ts";
import { merchantControls, ownMerchantControls } from "./merchants.ts";
import { type ControlOperation, operation } from "./operation.ts";
import { outcomeControls } from "./outcomes.ts";
import { pageControls } from "./pages.ts";
import { searchControls } from "./search.ts";
import { snapshotControls } from "./snapshots.ts";
import { trafficControls } from "./traffic.ts";
import { ownWebhookControls, webhookControls } from "./webhooks.ts";
import { whyControls } from "./why.ts";

/** The operations of the control protocol. */
export const controlOperations: readonly ControlOperation[] = [
  ...merchantControls,
  ...clockControls,
  ...outcomeControls,
  ...webhookControls,
  ...faultControls,
  ...connectControls,
  operation("reset", "POST /reset", {
    ofWholeState: true,
    handle: ({ reset }) => {
      reset();
      return json(200, { reset: true });
    },
  }),
];

/** The operations that are not in the control protocol. */
export const ownControlOperations: readonly ControlOperation[] = [
  ...trafficControls,
  ...pageControls,
  ...ownWebhookControls,
  ...ownMerchantControls,
  ...whyControls,
  ...searchControls,
  ...snapshotControls,
];
