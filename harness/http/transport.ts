import type { OpenReceiver } from "../inbox/receiver.ts";
import type { SendOptions, WireAnswer, WireRequest } from "./wire.ts";

/** Sends requests to a target. `send` throws `TransportFault` if no complete answer arrives. */
export interface Transport {
  readonly kind: "socket" | "in-process";
  /** Opens the receiver for events of a target in this process. Default: a receiver on a socket. */
  readonly openReceiver?: OpenReceiver;
  readonly send: (request: WireRequest, options: SendOptions) => Promise<WireAnswer>;
  readonly close: () => Promise<void>;
}
