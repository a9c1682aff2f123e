/** The two environments (§5.2). */
export const modes = ["test", "live"] as const;

/** The environment that a key opens and an object lives in. */
export type Mode = (typeof modes)[number];

/** The account and the environment that an accepted key stands for. */
export interface Caller {
  accountId: string;
  mode: Mode;
}

/** One request, read: what a `decide` may know of it. */
export interface Command {
  operationId: string;
  caller: Caller;
  /** Path parameters by name, percent-decoded. */
  params: Readonly<Record<string, string>>;
  /** Every query parameter with all its values, in order. */
  query: Readonly<Record<string, readonly string[]>>;
  /** Header values by lowercase name. */
  headers: Readonly<Record<string, string>>;
  /** The parsed JSON body; `undefined` when the request had none. */
  body: unknown;
}

/** What goes back to the client. `raw` replaces the JSON text of `body`. */
export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: unknown;
  raw?: string;
}
