import type { Engine } from "../kernel/engine.ts";
import { type FeedEntry, webhookEndpoints } from "../kernel/events.ts";
import type { Parts } from "../parts.ts";
import type { Traffic } from "../traffic/index.ts";
import type { LoggedDelivery } from "../traffic/delivery-log.ts";
import type { LoggedRequest } from "../traffic/request-log.ts";

/** The most requests and deliveries in an explanation. */
const MOST = 20;
/** All entries of the logs. */
const ALL = { most: 10_000 };

/** A delivery as control shows it. */
export const shownDelivery = ({ delivery, at, fault, faultId, ...outcome }: LoggedDelivery) => ({
  at: new Date(at).toISOString(),
  eventId: delivery.entry.eventId,
  type: delivery.entry.type,
  attempt: delivery.attempt,
  ...outcome,
  ...(fault === undefined ? {} : { fault, faultId }),
});

/** A request of the log, without its bodies. */
export const shownRequest = ({
  id,
  at,
  method,
  path,
  operationId,
  answer,
  fault,
  faultId,
}: LoggedRequest) => ({
  id,
  at: new Date(at).toISOString(),
  method,
  path,
  ...(operationId === undefined ? {} : { operationId }),
  status: answer.status,
  ...(fault === undefined ? {} : { fault, faultId }),
});

/** The requests that contain an id or were affected by the fault of that id, newest first. */
export const requestsAbout = ({ log }: Traffic, id: string) =>
  log
    .latest(ALL)
    .filter(({ faultId, path, body, answer }) =>
      id.startsWith("fault_") ? faultId === id : JSON.stringify([path, body, answer.body]).includes(id),
    )
    .slice(0, MOST)
    .map(shownRequest);

/** The deliveries of an event, to an endpoint or affected by a fault, newest first. */
export const deliveriesAbout = ({ deliveries }: Traffic, id: string) =>
  deliveries
    .latest(ALL)
    .filter(({ delivery, faultId }) => [delivery.entry.eventId, delivery.endpointId, faultId].includes(id))
    .slice(0, MOST)
    .map(shownDelivery);

/** The endpoints of the accounts that receive an event, and whether each is subscribed to it; undefined if the id is no event. */
export function receiversOf({ engine, parts }: { engine: Engine; parts: Parts }, id: string) {
  if (!id.startsWith("evt_")) return undefined;
  const entries = new Map<string, FeedEntry | undefined>();
  const entryOf = (accountId: string): FeedEntry | undefined => {
    if (!entries.has(accountId))
      entries.set(
        accountId,
        engine.feed.since(accountId, 0).find(({ eventId }) => eventId === id),
      );
    return entries.get(accountId);
  };
  return engine.state.all(webhookEndpoints).flatMap((endpoint) => {
    const entry = entryOf(endpoint.accountId);
    if (entry === undefined) return [];
    const { id: endpointId, accountId, url, delivery } = endpoint;
    return [{ endpointId, accountId, url, delivery, isRegistered: parts.isSubscribed(endpoint, entry) }];
  });
}
