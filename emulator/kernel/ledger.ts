import type { Ids } from "./ids.ts";
import { type Image, type Keeper, nowhere } from "./keeper.ts";
import type { Mode } from "./request.ts";

/** The book of an entry. Each environment and currency has its own. */
export interface Book {
  readonly mode: Mode;
  /** Lowercase code. */
  readonly currency: string;
}

/** One side of an entry: a positive amount increases the balance of the account. Whole francs. */
export interface Line {
  readonly account: string;
  readonly amount: number;
}

/** One movement of money. The amounts of its lines sum to zero. */
export interface Entry extends Book {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The reason, e.g. `disbursement`. */
  readonly kind: string;
  readonly lines: readonly Line[];
  /** Further facts for readers of the account, e.g. the ids of the objects concerned. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Creates an entry. */
export function newEntry(ids: Ids, entry: Omit<Entry, "id" | keyof Book> & { readonly book: Book }): Entry {
  const { at, kind, book, lines, details } = entry;
  const { mode, currency } = book;
  const made = { id: ids.id("entry_"), at, kind, mode, currency, lines };
  return details === undefined ? made : { ...made, details };
}

/** What a decision may read of the ledger. */
export type LedgerView = Pick<Ledger, "balance" | "entries" | "openingBalance" | "balances">;

/** Where entries are kept, by their number. */
const ENTRIES = "ledger";
/** Where the balances before them are kept, by mode, currency and account in one text. They are texts, since JSON numbers are not exact. */
const OPENING = "opening balances";

/** The number of entries that are kept, and up to a tenth more. Older ones are added up. */
const KEPT = 50_000;

/** Says why an entry cannot be booked; undefined if it can. */
export function faultOf(entry: Entry): string | undefined {
  if (entry.lines.length < 2) return `entry ${entry.id} has fewer than two lines`;
  const odd = entry.lines.find((line) => !Number.isSafeInteger(line.amount));
  if (odd !== undefined) return `entry ${entry.id} moves ${odd.amount}, which is not in whole francs`;
  const sum = entry.lines.reduce((total, line) => total + BigInt(line.amount), 0n);
  return sum === 0n ? undefined : `entry ${entry.id} (${entry.kind}) is out of balance by ${sum}`;
}

const bookOf = ({ mode, currency }: Book): string => `${mode} ${currency}`;

const keyOf = (account: string, book: Book): string => `${bookOf(book)} ${account}`;

const add = (to: Map<string, bigint>, key: string, amount: bigint): void =>
  void to.set(key, (to.get(key) ?? 0n) + amount);

/** An append-only double-entry ledger. Sums are big integers, so they are always exact. */
export class Ledger {
  readonly #keeper: Keeper;
  #entries: Entry[] = [];
  /** The number of the first of the entries. */
  #first = 1;
  /** The sums of the entries that are no longer kept. */
  readonly #opening = new Map<string, bigint>();
  readonly #byAccount = new Map<string, Entry[]>();
  readonly #balances = new Map<string, bigint>();
  readonly #totals = new Map<string, bigint>();

  constructor(keeper: Keeper = nowhere) {
    this.#keeper = keeper;
  }

  /** The balance of an account in whole francs; zero for one without entries. */
  balance(account: string, book: Book): number {
    return Number(this.#balances.get(keyOf(account, book)) ?? 0n);
  }

  /** The entries of an account, oldest first, as far as they are among the newest 50,000 of the ledger. */
  entries(account: string): readonly Entry[] {
    return this.#byAccount.get(account) ?? [];
  }

  /** The balance of an account before its first entry in `entries`, in whole francs. */
  openingBalance(account: string, book: Book): number {
    return Number(this.#opening.get(keyOf(account, book)) ?? 0n);
  }

  /** The balances, in each book, of every account whose name has the prefix, in the order of their books and names. */
  balances(prefix: string): readonly (Book & { account: string; amount: number })[] {
    return [...this.#balances]
      .sort(([one], [other]) => (one < other ? -1 : 1))
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

  /** Appends entries. @throws Error, without any change, if one is not balanced in whole francs */
  append(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const fault = faultOf(entry);
      if (fault !== undefined) throw new Error(`Ledger: ${fault}`);
    }
    for (const entry of entries) {
      this.#keeper.put(ENTRIES, this.#first + this.#entries.length, entry);
      this.#book(entry);
      if (this.#entries.length > KEPT * 1.1) this.#sumUpOldest();
    }
  }

  #book(entry: Entry): void {
    this.#entries.push(entry);
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
    for (const _ of old) this.#keeper.remove(ENTRIES, this.#first++);
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
      // An account with no balance and no entries is the same as one that never had any.
      for (const key of keys)
        if (this.#balances.get(key) === 0n && this.#opening.delete(key)) this.#balances.delete(key);
    }
    for (const key of [...touched.values()].flatMap((keys) => [...keys])) {
      const opening = this.#opening.get(key);
      if (opening === undefined) this.#keeper.remove(OPENING, key);
      else this.#keeper.put(OPENING, key, String(opening));
    }
  }

  /** @throws Error if the sum of all accounts of a book is not zero */
  assertTrialBalance(): void {
    for (const [book, total] of this.#totals) {
      if (total !== 0n) throw new Error(`Ledger: the trial balance in ${book} is ${total}, not 0`);
    }
  }

  image(): Image {
    return {
      [OPENING]: [...this.#opening].map(([key, amount]) => [key, String(amount)]),
      [ENTRIES]: this.#entries.map((entry, at) => [this.#first + at, entry]),
    };
  }

  /** @throws Error if the image is not that of a ledger in balance */
  restore({ [OPENING]: opening = [], [ENTRIES]: entries = [] }: Image): void {
    this.#entries = [];
    this.#first = Number(entries[0]?.[0] ?? 1);
    this.#opening.clear();
    this.#byAccount.clear();
    this.#balances.clear();
    this.#totals.clear();
    for (const [name, text] of opening) {
      const key = String(name);
      const amount = BigInt(text as string);
      const [mode, currency] = key.split(" ");
      this.#opening.set(key, amount);
      this.#balances.set(key, amount);
      add(this.#totals, `${mode} ${currency}`, amount);
    }
    for (const [, entry] of entries) this.#book(entry as Entry);
    this.assertTrialBalance();
  }
}
