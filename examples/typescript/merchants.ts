import type { PaymentIntent } from "./payment-intents.ts";
import { randomText } from "./random-text.ts";
import type { Remittance } from "./remittances.ts";

export type Mode = "test" | "live";

/** What a merchant owns in one mode. Its two keys do not see each other's objects. */
export interface Books {
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
  readonly #books = new Map<string, Books>();

  register({ testKey = newKey("test"), funds = SANDBOX_FUNDS }): Merchant {
    const accountId = `acct_${randomText()}`;
    const keys = { test: testKey, live: newKey("live") };
    const merchant = { accountId, keys };
    this.#merchants.set(accountId, merchant);
    for (const mode of ["test", "live"] as const)
      this.#books.set(keys[mode], { accountId, mode, funds, intents: new Map(), remittances: new Map() });
    return merchant;
  }

  /** What belongs to a key; undefined for a key that was never issued, or was replaced. */
  booksOf(key: string): Books | undefined {
    return this.#books.get(key);
  }

  /** Replaces a key; the old one stops working immediately. */
  replaceKey(accountId: string, mode: Mode): string | undefined {
    const merchant = this.#merchants.get(accountId);
    const books = merchant && this.#books.get(merchant.keys[mode]);
    if (merchant === undefined || books === undefined) return undefined;
    this.#books.delete(merchant.keys[mode]);
    merchant.keys[mode] = newKey(mode);
    this.#books.set(merchant.keys[mode], books);
    return merchant.keys[mode];
  }
}
