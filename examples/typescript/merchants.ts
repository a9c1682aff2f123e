import type { PaymentIntent } from "./payment-intents.ts";
import { randomText } from "./random-text.ts";
import type { Remittance } from "./remittances.ts";

export type Mode = "test" | "live";

/** What one key of a merchant gives access to. The test key and the live key share no object and no funds. */
export interface Environment {
  readonly accountId: string;
  readonly mode: Mode;
  /** Whole francs. */
  funds: number;
  readonly intents: Map<string, PaymentIntent>;
  readonly remittances: Map<string, Remittance>;
}

interface Merchant {
  readonly accountId: string;
  readonly keys: Record<Mode, string>;
}

const SANDBOX_FUNDS = 10_000_000;

const newKey = (mode: Mode): string => `sk_${mode}_${randomText(16)}`;

export class Merchants {
  readonly #merchants = new Map<string, Merchant>();
  readonly #environments = new Map<string, Environment>();

  register({ testKey = newKey("test"), funds = SANDBOX_FUNDS }): Merchant {
    const accountId = `acct_${randomText()}`;
    const keys = { test: testKey, live: newKey("live") };
    const merchant = { accountId, keys };
    this.#merchants.set(accountId, merchant);
    for (const mode of ["test", "live"] as const)
      this.#environments.set(keys[mode], {
        accountId,
        mode,
        funds,
        intents: new Map(),
        remittances: new Map(),
      });
    return merchant;
  }

  /** The environment of a key; undefined if the key was never issued, or was replaced. */
  environmentOf(key: string): Environment | undefined {
    return this.#environments.get(key);
  }

  /** Replaces a key and returns the new one; the old one stops working immediately. Undefined for an unknown merchant. */
  replaceKey(accountId: string, mode: Mode): string | undefined {
    const merchant = this.#merchants.get(accountId);
    const environment = merchant && this.#environments.get(merchant.keys[mode]);
    if (merchant === undefined || environment === undefined) return undefined;
    this.#environments.delete(merchant.keys[mode]);
    merchant.keys[mode] = newKey(mode);
    this.#environments.set(merchant.keys[mode], environment);
    return merchant.keys[mode];
  }
}
