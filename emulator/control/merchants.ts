import { together } from "../areas/common/effects.ts";
import { largestAmount } from "../areas/common/fields.ts";
import { connectModes, settingsOf } from "../areas/connect/settings.ts";
import { json, message } from "../kernel/answers.ts";
import { isoUtc } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import { type Merchant, apiKeys, merchants } from "../kernel/merchants.ts";
import { type Mode, modes } from "../kernel/request.ts";
import {
  atMost,
  country,
  currency,
  maxLength,
  notNegative,
  number,
  object,
  oneOf,
  orNull,
  required,
  text,
  whole,
} from "../kernel/rules.ts";
import { put } from "../kernel/table.ts";
import type { Effects } from "../kernel/types.ts";
import type { Parts } from "../parts.ts";
import { wordIn } from "./fields.ts";
import { settingFields } from "./settings.ts";
import type { ControlOperation } from "./types.ts";

/** A new merchant with its keys. */
export interface MadeMerchant {
  accountId: string;
  keys: { test: string; live: string };
}

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

/** Operations that create merchants and replace their keys, as in the dashboard (§5.3). */
export const merchantControls: ControlOperation[] = [
  {
    operationId: "listMerchants",
    method: "GET",
    path: "/merchants",
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
  },
  {
    operationId: "createMerchant",
    method: "POST",
    path: "/merchants",
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
  },
  {
    operationId: "regenerateKey",
    method: "POST",
    path: "/merchants/:accountId/keys",
    fields: [{ field: "mode", rules: [required, text, oneOf(modes)] }],
    handle: ({ engine, parts, merchant, body }) => {
      const mode = wordIn<Mode>(body, "mode");
      const key = engine.act(merchant.id, ({ state, ids }) => {
        const issued = parts.authentication.issue(mode, ids);
        const old = state.find(apiKeys, "account", merchant.id).filter((known) => known.caller.mode === mode);
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
  },
];
