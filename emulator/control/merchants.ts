import {
  type AccountSettings,
  accountSettingsOf,
  settingsIn,
  storeSettings,
} from "../areas/account/settings.ts";
import { largestAmount } from "../areas/common/fields.ts";
import { json, message } from "../kernel/answers.ts";
import {
  atMost,
  notNegative,
  number,
  object,
  oneOf,
  text,
  whole,
  country,
  currency,
  maxLength,
  orNull,
  required,
} from "../kernel/rules.ts";
import type { FieldSpec } from "../kernel/validate.ts";
import { type ControlOperation, operation, wordIn } from "./operation.ts";
import { together } from "../areas/common/deciders.ts";
import { connectModes, settingsOf } from "../areas/connect/settings.ts";
import { isoUtc } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import {
  type MadeMerchant,
  type Merchant,
  apiKeys,
  hashOfKey,
  merchants,
  ownerOf,
} from "../kernel/merchants.ts";
import { type Mode, modes } from "../kernel/request.ts";
import { put } from "../kernel/table.ts";
import type { Effects } from "../kernel/types.ts";
import type { Parts } from "../parts.ts";
import { vendorsOf } from "../areas/connect/vendor.ts";
import { testClocks } from "../areas/test-clocks/record.ts";
import { outside, potOf, pots, wallets } from "../areas/account/wallets.ts";
import { idempotencyKeys } from "../kernel/idempotency.ts";
import type { Entry } from "../kernel/ledger.ts";
import type { State } from "../kernel/state.ts";
import { wallClock } from "../kernel/timeline.ts";

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

/** Creates a merchant with a key for each environment, and with everything that the areas add. */
export function makeMerchant(
  parts: Parts,
  options: Readonly<Record<string, unknown>>,
  context: { now: number; ids: Ids },
): Effects & { result: MadeMerchant } {
  const { now, ids } = context;
  const merchant: Merchant = {
    id: ids.id("acct_"),
    name: (options["name"] as string | undefined) ?? "Merchant",
    country: ((options["country"] as string | undefined) ?? "CG").toUpperCase(),
    currency: ((options["currency"] as string | undefined) ?? "xaf").toLowerCase(),
    createdAt: now,
  };
  const issue = (mode: Mode): string => parts.authentication.issue(mode, ids);
  const keys = { test: issue("test"), live: issue("live") };
  const added = Object.values(parts.merchantSetups).map((setup) => setup(merchant, options, context));
  return {
    result: { accountId: merchant.id, keys },
    ...together(
      {
        writes: [
          put(merchants, merchant),
          ...modes.map((mode) => put(apiKeys, { id: keys[mode], caller: { accountId: merchant.id, mode } })),
        ],
      },
      ...added,
    ),
  };
}

/** Operations on merchants, their keys (§5.3), and their choices where the document leaves the behaviour open. */
export const merchantControls: ControlOperation[] = [
  operation("readSettings", "GET /merchants/:accountId/settings", {
    handle: ({ engine, merchant }) => json(200, shown(accountSettingsOf(engine.state, merchant.id))),
  }),
  operation("changeSettings", "PUT /merchants/:accountId/settings", {
    fields: settingFields(),
    handle: ({ engine, merchant, body }) => {
      const settings = settingsIn(body, accountSettingsOf(engine.state, merchant.id));
      engine.act(merchant.id, () => ({ writes: [storeSettings(merchant.id, settings)] }));
      return json(200, shown(settings));
    },
  }),
  operation("listMerchants", "GET /merchants", {
    handle: ({ engine }) =>
      json(200, {
        data: engine.state.all(merchants).map(({ id, name, country, currency, createdAt }) => ({
          accountId: id,
          name,
          country,
          currency,
          connectMode: settingsOf(engine.state, id).connectMode,
          createdAt: isoUtc(createdAt),
        })),
      }),
  }),
  operation("createMerchant", "POST /merchants", {
    fields: [
      { field: "name", rules: [text, maxLength(255)] },
      { field: "country", rules: [text, country] },
      { field: "currency", rules: [text, currency] },
      { field: "connectMode", rules: [orNull(oneOf(connectModes))] },
      { field: "funds", rules: [number, whole, notNegative, atMost(largestAmount)] },
      { field: "surcharge", rules: [object] },
      { field: "surcharge.fixed", rules: [number, whole, notNegative, atMost(largestAmount)] },
      { field: "surcharge.percent", rules: [number, notNegative, atMost(100)] },
      { field: "availabilityDelayMs", rules: [number, whole, notNegative, atMost(largestAmount)] },
      { field: "settings", rules: [object] },
      ...settingFields("settings."),
    ],
    handle: ({ engine, parts, body }) =>
      engine.state.count(merchants) < parts.mostMerchants
        ? json(
            201,
            engine.act("", ({ now, ids }) => makeMerchant(parts, body, { now, ids })),
          )
        : message(409, `There are at most ${parts.mostMerchants} merchants: reset the emulator`),
  }),
  operation("regenerateKey", "POST /merchants/:accountId/keys", {
    fields: [{ field: "mode", rules: [required, text, oneOf(modes)] }],
    handle: ({ engine, parts, traffic, merchant, body }) => {
      const mode = wordIn<Mode>(body, "mode");
      const key = engine.act(merchant.id, ({ state, ids }) => {
        const issued = parts.authentication.issue(mode, ids);
        const old = state.find(apiKeys, "account", merchant.id).filter((known) => known.caller.mode === mode);
        for (const { id } of old) traffic.replacedKeys.add(hashOfKey(id));
        return {
          result: issued,
          writes: [
            ...old.flatMap((known) => parts.authentication.revoke(known)),
            put(apiKeys, { id: issued, caller: { accountId: merchant.id, mode } }),
          ],
        };
      });
      return json(200, { mode, key });
    },
  }),
];

/** The ledger entries that empty the wallets of a holder. */
const closingEntries = (state: State, holder: string): readonly Omit<Entry, "id" | "at">[] =>
  state.find(wallets, "holder", holder).flatMap((wallet) => {
    const { mode, currency } = wallet;
    const lines = pots
      .map((pot) => potOf(wallet, pot))
      .map((account) => ({ account, amount: -state.ledger.balance(account, wallet) }))
      .filter(({ amount }) => amount !== 0);
    const left = lines.reduce((sum, { amount }) => sum - amount, 0);
    return lines.length === 0
      ? []
      : [{ kind: "closing", mode, currency, lines: [...lines, { account: outside.world, amount: left }] }];
  });

/**
 * Operations that are not in the control protocol: the suite records all answers, and must not have the keys of a merchant; and one deletes a
 * merchant with all its objects. A state that was read keeps hashes: of its keys, those of the initial merchants are known, and the others are
 * null.
 */
export const ownMerchantControls: readonly ControlOperation[] = [
  operation("readKeys", "GET /merchants/:accountId/keys", {
    handle: ({ engine, initialMerchants, merchant }) => {
      const issued = new Map(
        initialMerchants()
          .flatMap(({ keys }) => Object.values(keys))
          .map((key) => [hashOfKey(key), key]),
      );
      const inForce = engine.state.find(apiKeys, "account", merchant.id);
      const keyOf = (mode: Mode): string | null => {
        const id = inForce.find(({ caller }) => caller.mode === mode)?.id;
        if (id === undefined) return null;
        return issued.get(hashOfKey(id)) ?? (id === hashOfKey(id) ? null : id);
      };
      return json(200, { test: keyOf("test"), live: keyOf("live") });
    },
  }),
  operation("deleteMerchant", "DELETE /merchants/:accountId", {
    handle: ({ engine, merchant: { id } }) => {
      engine.catchUp(id);
      const { state } = engine;
      if (state.find(idempotencyKeys, "account", id).some(({ answer }) => answer === undefined))
        return message(
          409,
          "A request of this merchant is in progress: wait, or release the one that is held",
        );
      const accounts = new Set([id, ...vendorsOf(state, id).map((vendor) => vendor.id)]);
      const testClock = state.find(testClocks, "owner", ownerOf({ accountId: id, mode: "test" }));
      const clocks = [...[...accounts].map(wallClock), ...testClock.map((clock) => clock.id)];
      const subjects = clocks.flatMap((clock) => state.timeline.waiting(clock).map(({ subject }) => subject));
      engine.act(id, ({ now, ids }) => ({
        writes: state.removalOf(accounts),
        postings: [...accounts]
          .flatMap((holder) => closingEntries(state, holder))
          .map((entry) => ({ ...entry, id: ids.id("entry_"), at: now })),
        timers: [...new Set(subjects)].map((subject) => ({ do: "cancel" as const, subject })),
      }));
      engine.forget(accounts);
      return json(200, { accountId: id, deleted: true });
    },
  }),
];
