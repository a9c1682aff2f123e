/** The two environments (§5.2). */
export const modes = ["test", "live"] as const;

/** The environment of a key or an object. */
export type Mode = (typeof modes)[number];

/** The account and environment of a key. */
export interface Caller {
  accountId: string;
  mode: Mode;
}

/** A request, as a decision sees it. */
export interface Command {
  operationId: string;
  caller: Caller;
  /** Path parameters by name, percent-decoded. */
  params: Readonly<Record<string, string>>;
  /** Query parameters by name, each with all its values in order. */
  query: Readonly<Record<string, readonly string[]>>;
  /** Headers by lowercase name. */
  headers: Readonly<Record<string, string>>;
  /** The parsed JSON body; `undefined` if there was none. */
  body: unknown;
}

/** The answer to a request. `raw` replaces the JSON text of `body`. */
export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: unknown;
  raw?: string;
}
