import type { WireAnswer, WireRequest } from "../http/wire.ts";

/** What a request asks for, if payconform sent it: ids of the document's and of control's operations. */
export interface Known {
  readonly operation: string | null;
  readonly control: string | null;
}

/** Positions among all beginnings, ends and events of a recording that payconform wrote. */
export interface Order {
  readonly begun: number;
  /** Null for a request that was in flight at the end. */
  readonly ended: number | null;
}

/** An exchange of a recording. Times are epoch ms. */
interface ExchangeItem {
  readonly kind: "exchange";
  readonly request: WireRequest;
  /** Null if none came. */
  readonly answer: WireAnswer | null;
  readonly fault?: string;
  readonly begunAt: number;
  /** Null if that is unknown. */
  readonly endedAt: number | null;
  readonly known?: Known;
  readonly order?: Order;
}

/** A delivery of an event. */
export interface EventItem {
  readonly kind: "event";
  readonly bytes: Uint8Array;
  readonly address: string;
  readonly hasPseudonyms?: boolean;
  /** Epoch ms. */
  readonly at: number;
  readonly order?: Order;
}

/** What one object of a recording says. */
export type Item = ExchangeItem | EventItem;
