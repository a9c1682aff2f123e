/** An entry of a section: a key, and a value that is data and never changes. */
export type KeptEntry = readonly [key: string | number, value: unknown];

/** A state as data: the entries of each section. */
export type Image = Readonly<Record<string, readonly KeptEntry[]>>;

/** Where the state is kept, entry by entry. */
export interface Keeper {
  /** Keeps an entry, in place of the one with its key. Changes between which nothing is awaited are kept together or not at all. */
  put(section: string, key: string | number, value: unknown): void;
  remove(section: string, key: string | number): void;
  /** Keeps these entries instead of all others. */
  replace(image: Image): void;
  /** Resolves when everything so far is kept; undefined if it already is. Rejects with a `KeepingFailure` if it is lost. */
  whenKept(): Promise<void> | undefined;
  /** Why nothing can be kept at present. */
  readonly failure: KeepingFailure | undefined;
}

/** Keeps nothing: the state ends with the process. */
export const nowhere: Keeper = {
  put: () => undefined,
  remove: () => undefined,
  replace: () => undefined,
  whenKept: () => undefined,
  failure: undefined,
};

/** The state could not be kept. The answer repeats the message, because the user must free space or fix permissions. */
export class KeepingFailure extends Error {
  override readonly name = "KeepingFailure";
}
