import type { Check } from "../check.ts";
import type { Session } from "../session/session.ts";
import type { Transcript } from "../transcript.ts";

/** The merchants of a check, and the events that they receive. `self` returns the check. */
export function checkMerchants(options: {
  readonly session: Session;
  readonly transcript: Transcript;
  readonly self: () => Check;
}): Pick<Check, "merchant" | "ownMerchant" | "otherMerchant" | "merchantLike" | "inbox"> {
  const { session, transcript, self } = options;
  const { merchants, eventSources } = session;
  return {
    merchant: () => merchants.shared(self()),
    ownMerchant: (body = {}) => merchants.own(self(), body),
    otherMerchant: () => merchants.other(self()),
    merchantLike: (fixture, body) => merchants.withCondition(self(), fixture, body),
    inbox: (wanted) =>
      eventSources.inbox(self(), {
        ...wanted,
        onEvent: (event) => transcript.addEvent(event),
        onListening: (url) => transcript.addListening({ url, names: wanted.names }),
      }),
  };
}
