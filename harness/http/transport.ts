import type { SendOptions, WireAnswer, WireRequest } from "./wire.ts";

/** Sends requests to a target. `send` throws `TransportFault` if no complete answer arrives. */
export interface Transport {
  readonly kind: "socket" | "in-process";
  /** Opens the receiver for events of a target in this process. Default: a receiver on a socket. */
  readonly openReceiver?: OpenReceiver;
  readonly send: (request: WireRequest, options: SendOptions) => Promise<WireAnswer>;
  readonly close: () => Promise<void>;
}

/** Where deliveries are put. */
export interface Letterbox {
  readonly put: (bytes: Uint8Array, address: string) => void;
  /** Counts a delivery that is lost; null where its address is unknown. */
  readonly drop: (address: string | null) => void;
}

/** An HTTP server that receives events: any POST, on any path. */
export interface Receiver {
  /** The address for a registration; `path` makes it unique. */
  readonly urlFor: (path: string) => string;
  readonly close: () => Promise<void>;
}

export interface ReceiverOptions {
  readonly mailbox: Letterbox;
  readonly bind?: string;
  readonly port?: number;
  readonly publicUrl?: string;
  readonly certificateFile?: string;
  readonly keyFile?: string;
  /** The time for a delivery, ms. Default: unlimited. */
  readonly withinMs?: number;
}
export type OpenReceiver = (options: ReceiverOptions) => Promise<Receiver>;
