import type { Api } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { canCreateVendors, sendCreation } from "../connect/creations.ts";
import { givenReadableVendor, givenVendor } from "../connect/given.ts";
import { freshKey } from "../connect/keys.ts";
import { givenFunds } from "../connect/maturity.ts";
import { givenAllocation } from "../connect/money.ts";
import { givenScheduler, stated } from "../payout-schedule/schedule.ts";

/** What may be wrong about a request that is otherwise in order. */
export interface Oddity {
  /** In place of the right key; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request that is in order but for the oddity. */
export type Send = (oddity: Oddity) => Promise<Answer>;

/** A Connect operation, ready to be sent. */
export interface ConnectOperation {
  /** Makes what the request is about. */
  readonly prepare: (check: Check) => Promise<Send>;
  /** True when the request may be refused for other reasons, as what it is about cannot always be made. */
  readonly mayFailOtherwise?: boolean;
}

/** Every documented Connect operation, by the name that its rules have for it (§4.5–4.7). */
export const OPERATIONS = {
  "create-allocation": {
    prepare: async (check) => {
      const { acct, merchant } = await givenVendor(check);
      const body = { destination: acct, amount: check.profile.ordinary.amount };
      return sends(check, merchant, (api, odd) => api.createAllocation({ ...odd, body }));
    },
    mayFailOtherwise: true,
  },
  "reverse-allocation": {
    prepare: async (check) => {
      const vendor = await givenVendor(check);
      const { id } = await givenAllocation(check, vendor);
      return sends(check, vendor.merchant, (api, odd) =>
        api.createAllocationReversal({ ...odd, path: { allocationId: id }, body: { amount: 1 } }),
      );
    },
  },
  "read-activation": singleton((api, odd) => api.retrieveActivation(odd)),
  "read-payout-schedule": singleton((api, odd) => api.retrievePayoutSchedule(odd)),
  "write-payout-schedule": {
    prepare: async (check) => {
      const { merchant, json } = await scheduleInOrder(check);
      return sends(check, merchant, (api, odd) => api.replacePayoutSchedule({ ...odd, json }));
    },
  },
  "read-overview": singleton((api, odd) => api.retrieveOverview(odd)),
  "create-vendor": { prepare: preparedCreation },
  "list-vendors": singleton((api, odd) => api.listAccounts(odd)),
  "read-vendor": aboutVendor((api, acct, odd) => api.retrieveAccount({ ...odd, path: { acct } })),
  "list-transactions": aboutVendor((api, acct, odd) =>
    api.listAccountTransactions({ ...odd, path: { acct } }),
  ),
  "read-compliance": aboutVendor((api, acct, odd) =>
    api.retrieveAccountCompliance({ ...odd, path: { acct } }),
  ),
  withdraw: {
    prepare: async (check) => {
      const vendor = await givenVendor(check, { withdrawable: check.has("fixture.vendor-withdrawable") });
      if (check.has("fixture.marketplace-funds")) await givenFunds(check, vendor);
      const { acct, merchant } = vendor;
      return sends(check, merchant, (api, { headers, ...odd }) =>
        api.createWithdrawal({
          ...odd,
          path: { acct },
          headers: { "Idempotency-Key": freshKey(), ...headers },
        }),
      );
    },
    mayFailOtherwise: true,
  },
} as const satisfies Record<string, ConnectOperation>;

/** Asking for an onboarding link, whose route the profile tells. */
export const ONBOARDING: ConnectOperation = {
  prepare: async (check) => {
    const { acct, merchant } = await givenVendor(check);
    return async ({ key, headers }) => {
      const inputs = { acct };
      const call = { inputs, key: key === undefined ? merchant.testKey : key, ...(headers && { headers }) };
      return (await check.ports.call("createOnboardingLink", call)).answer;
    };
  },
};

type Parts = Pick<Oddity, "headers">;

function sends(check: Check, merchant: Merchant, send: (api: Api, parts: Parts) => Promise<Answer>): Send {
  return ({ key, ...parts }) => send(key === undefined ? merchant.api : check.as(key), parts);
}

/** What a merchant reads without naming anything. */
function singleton(send: (api: Api, parts: Parts) => Promise<Answer>): ConnectOperation {
  return { prepare: async (check) => sends(check, await check.merchant(), send) };
}

function aboutVendor(send: (api: Api, acct: string, parts: Parts) => Promise<Answer>): ConnectOperation {
  return {
    prepare: async (check) => {
      const { acct, merchant } = await givenReadableVendor(check);
      return sends(check, merchant, (api, parts) => send(api, acct, parts));
    },
  };
}

/** A schedule to post: any where it may be written, else the one in force, which a post would not change. */
async function scheduleInOrder(check: Check): Promise<{ merchant: Merchant; json: unknown }> {
  if (check.has("touch.payout-schedule")) {
    return { merchant: await givenScheduler(check), json: { cadence: "daily", enabled: false } };
  }
  const merchant = await check.merchant();
  const inForce = stated(check.succeeded(await merchant.api.retrievePayoutSchedule()));
  if (typeof inForce.cadence !== "string") throw new NeedMissing("touch.payout-schedule");
  return { merchant, json: inForce };
}

/**
 * A creation in order where the port tells its body. Without the port an empty body goes, and only what came before anybody
 * looked at it is believed.
 */
async function preparedCreation(check: Check): Promise<Send> {
  if (await canCreateVendors(check)) {
    const merchant = await check.ownMerchant(
      check.has("control.createMerchant") ? { connectMode: "marketplace" } : {},
    );
    return async ({ key, headers }) => {
      const sent = await sendCreation(check, merchant, {
        ...(headers === undefined ? {} : { headers }),
        ...(key === undefined ? {} : { key }),
      });
      return sent.answer;
    };
  }
  const merchant = await check.merchant();
  return async (oddity) => {
    const { key, headers } = oddity;
    if (key === undefined && headers === undefined) return merchant.api.listAccounts();
    const api = key === undefined ? merchant.api : check.as(key);
    const answer = await api.createAccount({
      headers: { "Idempotency-Key": freshKey(), ...headers },
      json: {},
    });
    if (answer.status === 422) throw new NeedMissing("port.createVendor");
    return answer;
  };
}
