import { largestAmount } from "../areas/common/fields.ts";
import { makeVendor } from "../areas/connect/accounts.ts";
import {
  type WithdrawalOutcome,
  inFlightWithdrawal,
  settleWithdrawal,
  withdrawalOutcomes,
} from "../areas/connect/in-flight-withdrawals.ts";
import { type Vendor, capabilities, fileStatuses, vendors } from "../areas/connect/vendor.ts";
import { type Wallet, heldIn, lineOn, outside, walletIn, walletsOf } from "../areas/account/wallets.ts";
import { onboardingSessions } from "../areas/connect/records.ts";
import { type ConnectMode, connectModes, connectSettings, settingsOf } from "../areas/connect/settings.ts";
import { newEntry } from "../kernel/ledger.ts";
import { json, message } from "../kernel/answers.ts";
import type { Answer } from "../kernel/request.ts";
import {
  array,
  atMost,
  boolean,
  country,
  currency,
  maxLength,
  oneOf,
  orNull,
  required,
  text,
  whole,
} from "../kernel/rules.ts";
import type { State } from "../kernel/state.ts";
import { put } from "../kernel/table.ts";
import {
  modeField,
  modeIn,
  refusedField,
  wordIn,
  withRecord,
  type ControlContext,
  type ControlOperation,
  operation,
} from "./operation.ts";

const shown = (state: State, wallet: Wallet | undefined, usual: string) => ({
  currency: wallet?.currency ?? usual,
  ...heldIn(state, wallet),
});

const withVendor = (handle: (context: ControlContext, vendor: Vendor) => Answer) =>
  withRecord(vendors, "The merchant has no such vendor", handle);

const change = ({ engine, merchant }: ControlContext, vendor: Vendor): void =>
  engine.act(merchant.id, () => ({ writes: [put(vendors, vendor)] }));

/** The phone number to which vendors that control created withdraw. */
export const usualPhone = "242060000000";

/** How the state of its compliance file changes a vendor. An approved vendor may do everything and can be paid out. */
export const followingFile = (vendor: Vendor, fileStatus: NonNullable<Vendor["fileStatus"]>) => ({
  fileStatus,
  policy: fileStatus === "approved" ? capabilities : null,
  payoutPhone: fileStatus === "approved" ? (vendor.payoutPhone ?? usualPhone) : vendor.payoutPhone,
});

const vendorPath = "/merchants/:accountId/vendors/:id";

/** Operations on marketplaces and vendors, for what the dashboard and third parties do. */
export const connectControls: ControlOperation[] = [
  operation("activateConnect", "POST /merchants/:accountId/connect-mode", {
    fields: [{ field: "connectMode", rules: [required, text, oneOf(connectModes)] }],
    handle: ({ engine, merchant, body }) => {
      const connectMode = wordIn<ConnectMode>(body, "connectMode");
      const before = settingsOf(engine.state, merchant.id);
      if (before.connectMode !== null && before.connectMode !== connectMode)
        return refusedField("connectMode", "immutable", `Connect is activated as ${before.connectMode}`);
      engine.act(merchant.id, () => ({ writes: [put(connectSettings, { ...before, connectMode })] }));
      return json(200, { accountId: merchant.id, connectMode });
    },
  }),
  operation("endOnboarding", "POST /merchants/:accountId/onboarding/:id/end", {
    fields: [{ field: "status", rules: [required, text, oneOf(fileStatuses)] }],
    handle: ({ engine, merchant, params, body }) => {
      const session = engine.state.get(onboardingSessions, params["id"] ?? "");
      const vendor = session === undefined ? undefined : engine.state.get(vendors, session.vendor);
      if (vendor?.accountId !== merchant.id) return message(404, "No such onboarding session");
      const status = wordIn<NonNullable<Vendor["fileStatus"]>>(body, "status");
      const onboarded = { ...vendor, ...followingFile(vendor, status) };
      engine.act(merchant.id, () => ({ writes: [put(vendors, onboarded)] }));
      return json(200, { acct: vendor.id, status, allowedOperations: onboarded.policy ?? [] });
    },
  }),
  operation("fundMarketplace", "POST /merchants/:accountId/funds", {
    fields: [{ field: "amount", rules: [required, whole, atMost(largestAmount)] }, modeField],
    handle: ({ engine, merchant, body }) => {
      const mode = modeIn(body["mode"]);
      const wallet = walletIn(engine.state, merchant.id, mode, merchant.currency);
      if (wallet === undefined) return message(404, "The merchant has no wallet");
      engine.act(merchant.id, ({ state, now, ids }) => {
        const { available } = heldIn(state, wallet);
        const amount = Math.max(body["amount"] as number, -Math.max(0, available));
        const lines = [{ account: outside.world, amount: -amount }, lineOn(wallet, "available", amount)];
        const entry = newEntry(ids, { at: now, kind: "funding", book: wallet, lines });
        return { postings: amount === 0 ? [] : [entry] };
      });
      return json(200, shown(engine.state, wallet, merchant.currency));
    },
  }),
  operation("readBalances", "GET /merchants/:accountId/balances", {
    query: ["mode"],
    handle: ({ engine, merchant, query }) => {
      const mode = modeIn(query["mode"]?.at(-1));
      engine.catchUp(merchant.id);
      const { state } = engine;
      const wallet = walletIn(state, merchant.id, mode, merchant.currency);
      return json(200, {
        marketplace: shown(state, wallet, merchant.currency),
        vendors: state.find(vendors, "owner", `${merchant.id}/${mode}`).map((vendor) => ({
          acct: vendor.id,
          wallets: walletsOf(state, vendor.id, mode).map((held) => shown(state, held, held.currency)),
        })),
      });
    },
  }),
  operation("createVendor", "POST /merchants/:accountId/vendors", {
    fields: [
      modeField,
      { field: "name", rules: [text, maxLength(255)] },
      { field: "email", rules: [text, maxLength(255)] },
      { field: "country", rules: [text, country] },
      { field: "currency", rules: [text, currency] },
      { field: "wallet", rules: [boolean] },
      { field: "payoutMethod", rules: [boolean] },
    ],
    handle: ({ engine, merchant, body }) => {
      const given = body as { name?: string; email?: string; country?: string; currency?: string };
      const usual = (given.currency ?? merchant.currency).toLowerCase();
      const acct = engine.act(merchant.id, ({ now, ids }) => {
        const { vendor, writes } = makeVendor(
          {
            name: given.name ?? "Vendor",
            organisation: null,
            email: given.email ?? null,
            country: (given.country ?? merchant.country).toUpperCase(),
            currency: usual,
            payoutPhone: body["payoutMethod"] === false ? null : usualPhone,
          },
          {
            accountId: merchant.id,
            mode: modeIn(body["mode"]),
            now,
            ids,
            wallet: body["wallet"] === false ? undefined : usual,
          },
        );
        return { result: vendor.id, writes };
      });
      return json(201, { acct });
    },
  }),
  operation("deleteVendor", `DELETE ${vendorPath}`, {
    handle: withVendor((context, vendor) => {
      change(context, { ...vendor, deletedAt: context.engine.clocks.now(context.merchant.id) });
      return json(200, { acct: vendor.id, deleted: true });
    }),
  }),
  operation("setComplianceFile", `PUT ${vendorPath}/compliance`, {
    fields: [
      {
        field: "status",
        rules: [
          { name: "required", wants: "given", accepts: (value) => value !== undefined },
          orNull({
            name: "enum",
            wants: `one of ${fileStatuses.join(", ")}`,
            accepts: (value) => fileStatuses.some((status) => status === value),
          }),
        ],
      },
      { field: "allowedOperations", rules: [orNull(array)] },
      { field: "allowedOperations.*", rules: [text, oneOf(capabilities)] },
    ],
    handle: withVendor((context, vendor) => {
      const { status, allowedOperations } = context.body as {
        status: Vendor["fileStatus"];
        allowedOperations?: Vendor["policy"];
      };
      change(context, { ...vendor, fileStatus: status, policy: allowedOperations ?? null });
      return json(200, { acct: vendor.id, status });
    }),
  }),
  operation("setPayoutMethod", `PUT ${vendorPath}/payout-method`, {
    fields: [{ field: "available", rules: [required, boolean] }],
    handle: withVendor((context, vendor) => {
      const available = context.body["available"] === true;
      change(context, { ...vendor, payoutPhone: available ? usualPhone : null });
      return json(200, { acct: vendor.id, available });
    }),
  }),
  operation("settleWithdrawal", `POST ${vendorPath}/withdrawal`, {
    fields: [{ field: "outcome", rules: [required, text, oneOf(withdrawalOutcomes)] }],
    handle: withVendor(({ engine, merchant, body }, vendor) => {
      const outcome = wordIn<WithdrawalOutcome>(body, "outcome");
      const found = walletsOf(engine.state, vendor.id, vendor.mode)
        .map((wallet) => inFlightWithdrawal(engine.state, wallet))
        .find((withdrawal) => withdrawal !== undefined);
      if (found === undefined) return message(404, "No withdrawal of this vendor is in flight");
      engine.act(merchant.id, ({ state, now, ids }) => settleWithdrawal(state, found, outcome, now, ids));
      return json(200, { acct: vendor.id, outcome });
    }),
  }),
];
