import type { Ids } from "./ids.ts";
import type { Mode } from "./request.ts";

/** Which books an entry stands in: each environment has its own, and each currency in it. */
export interface Book {
  readonly mode: Mode;
  /** Lowercase code. */
  readonly currency: string;
}

/** One side of an entry. `account` names a pot of money; a positive amount fills it. Whole francs. */
export interface Line {
  readonly account: string;
  readonly amount: number;
}

/** One movement of money. The amounts of its lines sum to zero. */
export interface Entry extends Book {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** What moved the money, e.g. `disbursement`. */
  readonly kind: string;
  readonly lines: readonly Line[];
  /** What the reader of an account's history needs beyond the lines. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A new entry, with an id from the decision. */
export function newEntry(ids: Ids, entry: Omit<Entry, "id" | keyof Book> & { readonly book: Book }): Entry {
  const { at, kind, book, lines, details } = entry;
  const { mode, currency } = book;
  const made = { id: ids.id("entry_"), at, kind, mode, currency, lines };
  return details === undefined ? made : { ...made, details };
}

/** What a decision may read of the ledger. */
export interface LedgerView {
  /** The balance of a pot in whole francs; zero for one that was never touched. */
  balance(account: string, book: Book): number;
  /** The entries that touch a pot, oldest first; of all pots together the newest 50,000. */
  entries(account: string): readonly Entry[];
  /** What a pot had before the first of its entries here, in whole francs. */
  openingBalance(account: string, book: Book): number;
  /** Every pot whose name begins so, with its balance in each book. */
  balances(prefix: string): readonly (Book & { account: string; amount: number })[];
}

/** The ledger as data; balances as texts, since no total may lose a franc. */
export interface LedgerImage {
  /** Of pots before the entries: mode, currency and account in one text. */
  readonly openingBalances: readonly (readonly [string, string])[];
  readonly entries: readonly Entry[];
}

/** Entries that are kept one by one, and up to a tenth more; older ones are summed up. */
const KEPT = 50_000;

/** Says why an entry cannot be booked, or nothing when it can. */
export function faultOf(entry: Entry): string | undefined {
  if (entry.lines.length < 2) return `entry ${entry.id} has fewer than two lines`;
  const odd = entry.lines.find((line) => !Number.isSafeInteger(line.amount));
  if (odd !== undefined) return `entry ${entry.id} moves ${odd.amount}, which is not in whole francs`;
  const sum = entry.lines.reduce((total, line) => total + BigInt(line.amount), 0n);
  return sum === 0n ? undefined : `entry ${entry.id} (${entry.kind}) is out of balance by ${sum}`;
}

const bookOf = ({ mode, currency }: Book): string => `${mode} ${currency}`;

const keyOf = (account: string, book: Book): string => `${book.mode} ${book.currency} ${account}`;

const add = (to: Map<string, bigint>, key: string, amount: bigint): void =>
  void to.set(key, (to.get(key) ?? 0n) + amount);

/** Append-only double-entry ledger. Sums are kept as big integers, so that no total loses a franc. */
export class Ledger implements LedgerView {
  #entries: Entry[] = [];
  /** The sums of entries that are not kept. */
  readonly #opening = new Map<string, bigint>();
  readonly #byAccount = new Map<string, Entry[]>();
  readonly #balances = new Map<string, bigint>();
  readonly #totals = new Map<string, bigint>();

  balance(account: string, book: Book): number {
    return Number(this.#balances.get(keyOf(account, book)) ?? 0n);
  }

  entries(account: string): readonly Entry[] {
    return this.#byAccount.get(account) ?? [];
  }

  openingBalance(account: string, book: Book): number {
    return Number(this.#opening.get(keyOf(account, book)) ?? 0n);
  }

  balances(prefix: string): readonly (Book & { account: string; amount: number })[] {
    return [...this.#balances]
      .map(([key, amount]) => {
        const [mode, currency, ...account] = key.split(" ");
        return {
          account: account.join(" "),
          mode: mode as Mode,
          currency: currency ?? "",
          amount: Number(amount),
        };
      })
      .filter((balance) => balance.account.startsWith(prefix));
  }

  /** Appends entries; throws before changing anything when one is not balanced in whole francs. */
  append(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const fault = faultOf(entry);
      if (fault !== undefined) throw new Error(`Ledger: ${fault}`);
    }
    for (const entry of entries) this.#book(entry);
  }

  #book(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length > KEPT * 1.1) this.#sumUpOldest();
    const book = bookOf(entry);
    for (const line of entry.lines) {
      add(this.#balances, keyOf(line.account, entry), BigInt(line.amount));
      add(this.#totals, book, BigInt(line.amount));
      const history = this.#byAccount.get(line.account) ?? [];
      if (history.at(-1) !== entry) history.push(entry);
      this.#byAccount.set(line.account, history);
    }
  }

  #sumUpOldest(): void {
    const old = this.#entries.slice(0, -KEPT);
    this.#entries = this.#entries.slice(-KEPT);
    const gone = new Set(old);
    const touched = new Map<string, Set<string>>();
    for (const entry of old) {
      for (const { account, amount } of entry.lines) {
        const key = keyOf(account, entry);
        add(this.#opening, key, BigInt(amount));
        touched.set(account, (touched.get(account) ?? new Set()).add(key));
      }
    }
    for (const [account, keys] of touched) {
      const left = (this.#byAccount.get(account) ?? []).filter((entry) => !gone.has(entry));
      if (left.length > 0) {
        this.#byAccount.set(account, left);
        continue;
      }
      this.#byAccount.delete(account);
      // An empty pot without entries is as one that was never touched.
      for (const key of keys)
        if (this.#balances.get(key) === 0n && this.#opening.delete(key)) this.#balances.delete(key);
    }
  }

  /** Throws when the sum over all pots is not zero in some book. */
  assertTrialBalance(): void {
    for (const [book, total] of this.#totals) {
      if (total !== 0n) throw new Error(`Ledger: the trial balance in ${book} is ${total}, not 0`);
    }
  }

  /** Throws when a balance differs from the one that follows from the entries. */
  assertDerived(): void {
    const derived = new Map(this.#opening);
    for (const entry of this.#entries)
      for (const line of entry.lines) add(derived, keyOf(line.account, entry), BigInt(line.amount));
    for (const key of new Set([...derived.keys(), ...this.#balances.keys()])) {
      const [held, said] = [this.#balances.get(key), derived.get(key)];
      if (held !== said) throw new Error(`Ledger: ${key} holds ${held}, its entries say ${said}`);
    }
  }

  image(): LedgerImage {
    return {
      openingBalances: [...this.#opening].map(([key, amount]) => [key, String(amount)] as const),
      entries: [...this.#entries],
    };
  }

  restore(image: LedgerImage): void {
    this.clear();
    for (const [key, text] of image.openingBalances) {
      const amount = BigInt(text);
      const [mode, currency] = key.split(" ");
      this.#opening.set(key, amount);
      this.#balances.set(key, amount);
      add(this.#totals, `${mode} ${currency}`, amount);
    }
    for (const entry of image.entries) this.#book(entry);
  }

  clear(): void {
    this.#entries = [];
    this.#opening.clear();
    this.#byAccount.clear();
    this.#balances.clear();
    this.#totals.clear();
  }
}
