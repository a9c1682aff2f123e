import { accountSettingsOf } from "./areas/account/settings.ts";
import { vendors } from "./areas/connect/vendor.ts";
import { secretOf, signatureHeaders, USER_AGENT, postOverNetwork, reachableBy } from "./http/webhooks.ts";
import { reportNoRoom, reportOutOfReach } from "./http/system.ts";
import type { EmulatedTime } from "./kernel/clock.ts";
import { tooManyWaiting } from "./kernel/delays.ts";
import { createDispatcher, type Dispatcher } from "./kernel/dispatcher.ts";
import type { Engine } from "./kernel/engine.ts";
import type { FeedEntry } from "./kernel/events.ts";
import type { Send } from "./kernel/sender.ts";
import type { Parts } from "./parts.ts";
import { disturbanceBy } from "./traffic/event-faults.ts";
import type { Traffic } from "./traffic/index.ts";

/** Creates the delivery of an engine's events, with signatures if the merchant's settings say so, and with faults. */
export function createEventDelivery(options: {
  engine: Engine;
  parts: Parts;
  time: EmulatedTime;
  traffic: Traffic;
  /** Default: over the network. */
  send: Send | undefined;
  /** Names, addresses and networks that deliveries may reach in addition to this machine. */
  webhooksTo: readonly string[];
  /** Whether only this machine can register an endpoint. */
  ownMachineOnly: () => boolean;
  onFault: (fault: unknown) => void;
}): Dispatcher {
  const { engine, parts, time, traffic, webhooksTo, ownMachineOnly, onFault } = options;
  const network = postOverNetwork({
    mayReach: reachableBy({ listed: webhooksTo, ownMachineOnly }),
    onOutOfReach: reportOutOfReach,
  });
  const dispatcher = createDispatcher({
    engine,
    parts,
    time,
    onFault,
    send: options.send ?? network,
    disturb: ({ entry }) => {
      const fault = traffic.faults.meetDelivery({ event: entry.type, accountId: entry.accountId });
      return fault === undefined ? undefined : disturbanceBy(fault);
    },
    headersOf: ({ endpointId, entry }, body) => {
      const sender = { "user-agent": USER_AGENT };
      if (!isSigned(engine, entry)) return sender;
      // In real time, because receivers compare it with their own clocks.
      const at = time.now() - time.aheadMs();
      return {
        ...sender,
        ...signatureHeaders(secretOf(engine.seed, endpointId), { id: entry.eventId, at, body }),
      };
    },
  });
  const crowded = new Set<string>();
  dispatcher.onDelivery((outcome) => {
    traffic.deliveries.add({ ...outcome, at: time.now() });
    const { endpointId } = outcome.delivery;
    if (outcome.fault !== tooManyWaiting) crowded.delete(endpointId);
    else if (!crowded.has(endpointId)) {
      crowded.add(endpointId);
      reportNoRoom(endpointId);
    }
  });
  return {
    ...dispatcher,
    close: async () => {
      await dispatcher.close();
      network.close();
    },
  };
}

/** Whether the merchant of an account has signed webhooks. */
function isSigned({ state }: Engine, { accountId }: FeedEntry): boolean {
  const merchantId = state.get(vendors, accountId)?.accountId ?? accountId;
  return accountSettingsOf(state, merchantId).webhookSignature !== "none";
}
