/** The singletons: activation and payout schedule (§2.7, §2.8, §4.6). */
import { at, fault, isBoolean, oneOf, Refusal, refuseFaults } from "./fields.ts";
import type { Route } from "./router.ts";
import type { Merchant } from "./world.ts";

const CADENCES = ["daily", "weekly"] as const;

function schedule(merchant: Merchant): Record<string, unknown> {
  const { cadence, enabled } = merchant.schedule;
  return { enabled, cadence, hour: 6, account: merchant.accountId, object: "connect_payout_schedule" };
}

export const settingsRoutes: Route[] = [
  {
    method: "GET",
    path: "/v1/connect/activations",
    unauthorizedForm: "code",
    answer({ merchant }) {
      const { connectMode, accountId } = merchant;
      const body = { since: null, connect_mode: connectMode, object: "connect_activation", id: accountId };
      return { status: 200, body };
    },
  },
  {
    method: "GET",
    path: "/v1/connect/payout_schedule",
    unauthorizedForm: "code",
    answer: ({ merchant }) => ({ status: 200, body: schedule(merchant) }),
  },
  {
    method: "POST",
    path: "/v1/connect/payout_schedule",
    unauthorizedForm: "code",
    answer({ body, merchant }) {
      const cadence = at(body, "cadence");
      const rule = cadence === undefined || cadence === null ? "required" : oneOf(CADENCES, false)(cadence);
      if (rule !== null) {
        throw new Refusal(422, { meta: { choices: CADENCES }, errors: [fault("cadence", rule)] });
      }
      const enabled = at(body, "enabled") ?? true;
      if (isBoolean(enabled) !== null) refuseFaults(422, [fault("enabled", "boolean")]);
      merchant.schedule = { cadence: String(cadence), enabled: enabled === true };
      return { status: 200, body: schedule(merchant) };
    },
  },
];
