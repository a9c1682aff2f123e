import type { Letterbox, OpenReceiver } from "../http/transport.ts";
import { addressIn } from "./receiver.ts";

/** Deliveries within this process: the target sends them with `deliver` to receivers that were opened with `open`. */
export interface InProcessDeliveries {
  readonly open: OpenReceiver;
  /** Resolves to whether the receiver accepted the delivery. */
  readonly deliver: (delivery: { readonly url: string; readonly body: string }) => Promise<boolean>;
}

const BASE = "http://inbox.localhost";

export function inProcessDeliveries(): InProcessDeliveries {
  const mailboxes = new Set<Letterbox>();
  return {
    open: ({ mailbox }) => {
      mailboxes.add(mailbox);
      return Promise.resolve({
        urlFor: (address) => `${BASE}/${address}`,
        close: () => {
          mailboxes.delete(mailbox);
          return Promise.resolve();
        },
      });
    },
    deliver: ({ url, body }) => {
      const address = addressIn(new URL(url).pathname);
      const bytes = Buffer.from(body);
      for (const mailbox of mailboxes) mailbox.put(bytes, address);
      return Promise.resolve(mailboxes.size > 0);
    },
  };
}
