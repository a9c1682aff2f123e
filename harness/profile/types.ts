import type { components } from "../../spec/generated/schemas.ts";

type Schemas = components["schemas"];

/** The source of a secret, which is never in the profile itself. */
export type SecretSource = { readonly env: string } | { readonly file: string };

/**
 * Binding of an undocumented operation (see spec/ports.yaml). The path has `{input}` placeholders. In the body, a string that is exactly
 * `{input}` is replaced by the value, and left out when there is none; the defaults are the values of inputs that the check does not supply.
 */
export type PortBinding = Omit<Schemas["profile-port"], "method"> & { readonly method: string };

/** How events reach the suite. In a feed, `list` points to the array of envelopes, and `cursor` to the value that `cursorParameter` takes next. */
export type EventSource =
  { readonly receiver: Schemas["profile-receiver"] } | { readonly feed: Schemas["profile-feed"] };

/** Values that the target accepts where the document shows no limits. */
export interface OrdinaryValues {
  /** Whole francs. */
  readonly amount: number;
  readonly currency: string;
  readonly msisdn: string;
  readonly country: string;
  readonly operator: string;
}

/** Deadlines, in ms. */
export interface Deadlines {
  readonly exchangeMs: number;
  /** For a rule with up to 20 runs of a property. Each further run adds a twentieth. */
  readonly ruleMs: number;
  /** For asynchronous processing: a disbursement's execution, a clock's advance. */
  readonly settleMs: number;
  readonly eventMs: number;
  /** How long a target may take to show what it acknowledged. */
  readonly consistencyMs: number;
}

/** The headers by which requests are found in the logs of the target, by their names; false for one that is not sent. */
export interface Tracing {
  /** The trace context of the W3C. */
  readonly parent: string | false;
  /** The rule and the number of the request. */
  readonly case: string | false;
  /** Where a trace is shown, with `{traceId}`, `{spanId}` or `{case}`. */
  readonly link?: string;
}

/** How connections to the target are made. */
export interface Network {
  /** An HTTP proxy; credentials are `name:password`. Requests go through a tunnel (CONNECT). */
  readonly proxy?: { readonly url: string; readonly credentials?: SecretSource };
  /** A PEM file, relative to the profile, of authorities that are trusted in addition to Node's. */
  readonly certificateAuthorityFile?: string;
  /** A certificate with which the suite identifies itself to the target; PEM files, relative to the profile. */
  readonly clientCertificate?: {
    readonly certificateFile: string;
    readonly keyFile: string;
    /** Of an encrypted key. */
    readonly passphrase?: SecretSource;
  };
}

/** A user's description of a target, with defaults. */
export interface Profile {
  readonly name: string;
  readonly target: {
    readonly baseUrl: string;
    readonly checkoutUrl: string;
    readonly controlUrl?: string;
    /** JavaScript module that answers the control protocol in a thread of its own. */
    readonly controlModule?: string;
  };
  readonly keys: Readonly<Partial<Record<KeyRole, SecretSource>>>;
  readonly account?: string;
  readonly fixtures: Readonly<Record<string, string | readonly string[]>>;
  readonly ports: Readonly<Record<string, PortBinding>>;
  /** The names of fields that the document leaves open, by their name in the register. */
  readonly fields: Readonly<Record<string, string>>;
  readonly ordinary: OrdinaryValues;
  /** Whether the profile names no checkout host, so the payment host is tried. */
  readonly guessesCheckout: boolean;
  /** The ordinary values that neither the profile nor the document states. */
  readonly assumed: readonly (keyof OrdinaryValues)[];
  readonly events?: EventSource;
  readonly deadlines: Deadlines;
  readonly notOffered: readonly string[];
  /** The level by which a run judges that names neither a level nor rules. */
  readonly level?: string;
  readonly mayTouch: readonly string[];
  readonly secretFields: readonly string[];
  /** Headers of every request. Secret values are given by their source. */
  readonly headers: Readonly<Record<string, string | SecretSource>>;
  readonly network: Network;
  /** False if requests carry no trace. */
  readonly trace: Tracing | false;
  readonly budget: { readonly accountCreationsPerMinute: number; readonly requestsPerSecond?: number };
  readonly inFlight: number;
}

export const KEY_ROLES = ["test", "live", "otherTest", "otherLive"] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** The keys of a run. They stay in memory. */
export type Keys = Readonly<Partial<Record<KeyRole, string>>>;

/** What else the connection to the target needs. It stays in memory. */
export interface Access {
  readonly headers: Readonly<Record<string, string>>;
  /** `name:password`. */
  readonly proxyCredentials?: string;
  /** PEM. */
  readonly certificateAuthority?: string;
  /** PEM. */
  readonly clientCertificate?: {
    readonly cert: string;
    readonly key: string;
    readonly passphrase?: string;
  };
}
