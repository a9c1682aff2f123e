import { type Image, type Keeper, KeepingFailure, type KeptEntry } from "../kernel/keeper.ts";
import { type Change, openStore, type Store, UnusableFolder } from "./level.ts";

/** The state in a folder. */
export interface KeptState extends Keeper {
  /** The state with which the emulator continues; undefined if the folder was new. */
  readonly found: Image | undefined;
  /** Calls back with a failure, and with what is kept when it is over. Changes that were lost are no part of that. */
  watch(watcher: Watcher): void;
  /** Keeps what is left, and closes the folder. */
  close(): Promise<void>;
}

interface Watcher {
  readonly onFailure: (failure: KeepingFailure) => void;
  readonly onRecovery: (image: Image) => void;
}

/** The form of the entries in a folder. */
const FORM = 1;
const FORM_KEY = "form";

/** Numbers are padded, so that they are read in their order. */
const keyOf = (section: string, key: string | number): string =>
  `${section}/${typeof key === "number" ? String(key).padStart(16, "0") : key}`;

/** Reads everything. @throws UnusableFolder */
async function imageIn(store: Store): Promise<Image | undefined> {
  const image: Record<string, KeptEntry[]> = {};
  let form: number | undefined;
  for (const [name, text] of await store.read()) {
    const value: unknown = JSON.parse(text);
    const at = name.indexOf("/");
    if (at >= 0) (image[name.slice(0, at)] ??= []).push([name.slice(at + 1), value]);
    else if (name === FORM_KEY) form = value as number;
  }
  if (form === FORM) return image;
  if (form === undefined && Object.keys(image).length === 0) return undefined;
  throw new UnusableFolder("another version of payconform wrote it; use another folder");
}

/** A promise and its end. */
interface Round {
  readonly written: Promise<void>;
  readonly end: (failure?: KeepingFailure) => void;
}

function newRound(): Round {
  let end: Round["end"] = () => undefined;
  const written = new Promise<void>((resolve, reject) => {
    end = (failure) => (failure === undefined ? resolve() : reject(failure));
  });
  // Whoever waits gets the failure, and perhaps nobody does.
  written.catch(() => undefined);
  return { written, end };
}

/** How long a folder that could not be written is left alone, ms. */
const RETRY_MS = 1_000;

/** Keeps the state in a store. What changes until a write begins is one batch, so that a commit is never kept in part. */
class Keeping implements KeptState {
  readonly found: Image | undefined;
  readonly #folder: string;
  readonly #open: () => Promise<Store>;
  #store: Store;
  /** The changes since the last write began, by key; undefined for a removal. */
  #changes = new Map<string, unknown>();
  /** Whether they replace everything before them. */
  #isReplaced = false;
  /** The write that takes these changes, and the write in progress. */
  #next: Round | undefined;
  #current: Round | undefined;
  #failure: KeepingFailure | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #watcher: Watcher | undefined;

  constructor(options: {
    folder: string;
    open: () => Promise<Store>;
    store: Store;
    found: Image | undefined;
  }) {
    this.#folder = options.folder;
    this.#open = options.open;
    this.#store = options.store;
    this.found = options.found;
    if (this.found === undefined) this.#change(FORM_KEY, FORM);
  }

  put(section: string, key: string | number, value: unknown): void {
    this.#change(keyOf(section, key), value);
  }

  remove(section: string, key: string | number): void {
    this.#change(keyOf(section, key), undefined);
  }

  replace(image: Image): void {
    this.#changes.clear();
    this.#isReplaced = true;
    this.#change(FORM_KEY, FORM);
    for (const [section, entries] of Object.entries(image))
      for (const [key, value] of entries) this.put(section, key, value);
  }

  whenKept(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return (this.#next ?? this.#current)?.written;
  }

  get failure(): KeepingFailure | undefined {
    return this.#failure;
  }

  watch(watcher: Watcher): void {
    this.#watcher = watcher;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    for (let round = this.#next ?? this.#current; round !== undefined; round = this.#next ?? this.#current)
      await round.written.catch(() => undefined);
    if (this.#failure === undefined) await this.#store.close();
  }

  #change(key: string, value: unknown): void {
    // After a failure, the state is replaced by the kept one.
    if (this.#failure !== undefined) return;
    this.#changes.set(key, value);
    if (this.#next !== undefined) return;
    this.#next = newRound();
    if (this.#current === undefined)
      queueMicrotask(() => {
        this.#write().catch((error: unknown) => this.#fail(error));
      });
  }

  /** Writes until nothing is left. One batch after the other, since two at the same time could be written in either order. */
  async #write(): Promise<void> {
    for (let round = this.#next; round !== undefined; round = this.#next) {
      this.#current = round;
      this.#next = undefined;
      try {
        await this.#store.write(await this.#taken());
      } catch (error) {
        return this.#fail(error);
      }
      this.#current = undefined;
      round.end();
    }
  }

  /** The changes since the last write. */
  async #taken(): Promise<Change[]> {
    const changes = this.#changes;
    const isReplaced = this.#isReplaced;
    this.#changes = new Map();
    this.#isReplaced = false;
    const old = isReplaced ? (await this.#store.keys()).filter((key) => !changes.has(key)) : [];
    return [
      ...old.map((key) => ({ type: "del" as const, key })),
      ...Array.from(changes, ([key, value]) =>
        value === undefined
          ? { type: "del" as const, key }
          : { type: "put" as const, key, value: JSON.stringify(value) },
      ),
    ];
  }

  /** Nothing that was not written is acknowledged. The store is opened again, since its own files may end in the middle of a record. */
  #fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const failure = new KeepingFailure(
      `Cannot write to --state ${this.#folder} (${reason}): nothing was changed; send the request again when the folder can be written`,
    );
    this.#failure = failure;
    this.#changes.clear();
    this.#isReplaced = false;
    for (const round of [this.#current, this.#next]) round?.end(failure);
    this.#current = undefined;
    this.#next = undefined;
    this.#watcher?.onFailure(failure);
    const reopen = (): void => this.#reopenLater();
    this.#store.close().then(reopen, reopen);
  }

  #reopenLater(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.#reopen().catch(() => this.#reopenLater());
    }, RETRY_MS);
  }

  async #reopen(): Promise<void> {
    const store = await this.#open();
    const image = await imageIn(store).catch(() => undefined);
    // Without a complete first batch, the emulator has never begun.
    if (image === undefined || this.#isClosed) {
      await store.close();
      return this.#reopenLater();
    }
    this.#store = store;
    this.#failure = undefined;
    this.#watcher?.onRecovery(image);
  }
}

/** Opens the state in a folder, which is created if it does not exist. @throws UnusableFolder, which says what to do */
export async function openState(
  folder: string,
  open: (folder: string) => Promise<Store> = openStore,
): Promise<KeptState> {
  const store = await open(folder);
  try {
    return new Keeping({ folder, open: () => open(folder), store, found: await imageIn(store) });
  } catch (error) {
    await store.close();
    throw error;
  }
}
