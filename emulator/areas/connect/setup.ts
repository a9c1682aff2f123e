import type { MerchantSetup } from "../../hooks.ts";
import { newEntry } from "../../kernel/ledger.ts";
import { modes } from "../../kernel/request.ts";
import { put } from "../../kernel/table.ts";
import type { Effects } from "../../kernel/types.ts";
import { type ConnectMode, connectSettings } from "./settings.ts";
import { lineOn, newWallet, outside, wallets } from "../account/wallets.ts";

const numberOr = (value: unknown, usual: number): number => (typeof value === "number" ? value : usual);

/** Gives a new merchant its Connect settings, and a wallet with funds in each environment. */
export const setUpConnect: MerchantSetup = (merchant, options, { now, ids }): Effects => {
  const funds = numberOr(options["funds"], 0);
  const surcharge = options["surcharge"] as { fixed?: number; percent?: number } | undefined;
  const delay = options["availabilityDelayMs"];
  const made = modes.map((mode) => newWallet(merchant.id, mode, merchant.currency, ids));
  return {
    writes: [
      put(connectSettings, {
        id: merchant.id,
        connectMode: ((options["connectMode"] as string | null | undefined)?.toLowerCase() ??
          null) as ConnectMode | null,
        surcharge:
          surcharge === undefined
            ? null
            : {
                fixed: surcharge.fixed ?? 0,
                basisPoints: Math.round((surcharge.percent ?? 0) * 100),
              },
        availabilityDelay: typeof delay === "number" ? delay : null,
      }),
      ...made.map((wallet) => put(wallets, wallet)),
    ],
    postings:
      funds === 0
        ? []
        : made.map((wallet) =>
            newEntry(ids, {
              at: now,
              kind: "funding",
              book: wallet,
              lines: [{ account: outside.world, amount: -funds }, lineOn(wallet, "available", funds)],
            }),
          ),
  };
};
