import {
  type AccountSettings,
  accountSettingsOf,
  settingsIn,
  storeSettings,
} from "../areas/account/settings.ts";
import { largestAmount } from "../areas/common/fields.ts";
import { json } from "../kernel/answers.ts";
import { atMost, notNegative, number, object, oneOf, text, whole } from "../kernel/rules.ts";
import type { FieldSpec } from "../kernel/validate.ts";
import type { ControlOperation } from "./types.ts";

const amount = [number, whole, notNegative, atMost(largestAmount)];

/** The fields of a merchant's settings. The prefix ends with a dot. */
export const settingFields = (prefix = ""): readonly FieldSpec[] => [
  { field: `${prefix}payoutOverdraft`, rules: [text, oneOf(["allowed", "refused"])] },
  { field: `${prefix}paymentFee`, rules: [object] },
  { field: `${prefix}paymentFee.fixed`, rules: amount },
  { field: `${prefix}paymentFee.percent`, rules: [number, notNegative, atMost(100)] },
  { field: `${prefix}paymentDelayMs`, rules: amount },
  { field: `${prefix}capabilities`, rules: [text, oneOf(["binding", "decorative"])] },
  { field: `${prefix}reversalKeys`, rules: [text, oneOf(["honoured", "ignored"])] },
  { field: `${prefix}webhookSignature`, rules: [text, oneOf(["none", "hmac-sha256"])] },
];

const shown = ({
  payoutOverdraft,
  paymentFee,
  paymentDelayMs,
  capabilities,
  reversalKeys,
  webhookSignature,
}: AccountSettings) => ({
  payoutOverdraft,
  paymentFee: { fixed: paymentFee.fixed, percent: paymentFee.basisPoints / 100 },
  paymentDelayMs,
  capabilities,
  reversalKeys,
  webhookSignature,
});

/** Operations on a merchant's choices where the document leaves the behaviour open. */
export const settingControls: readonly ControlOperation[] = [
  {
    operationId: "readSettings",
    method: "GET",
    path: "/merchants/:accountId/settings",
    handle: ({ engine, merchant }) => json(200, shown(accountSettingsOf(engine.state, merchant.id))),
  },
  {
    operationId: "changeSettings",
    method: "PUT",
    path: "/merchants/:accountId/settings",
    fields: settingFields(),
    handle: ({ engine, merchant, body }) => {
      const settings = settingsIn(body, accountSettingsOf(engine.state, merchant.id));
      engine.act(merchant.id, () => ({ writes: [storeSettings(merchant.id, settings)] }));
      return json(200, shown(settings));
    },
  },
];
