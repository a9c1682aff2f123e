import { vendors } from "../areas/connect/vendor.ts";
import { arrivalsAt } from "../control/arrivals.ts";
import { type WebhookEndpoint, webhookEndpoints } from "../kernel/events.ts";
import { receiptText } from "../kernel/sender.ts";
import { undeliveredTo } from "../kernel/dispatcher.ts";
import { ownerOf } from "../kernel/merchants.ts";
import {
  ActButton,
  ActForm,
  Card,
  at,
  Choice,
  count,
  Field,
  Id,
  Json,
  List,
  Outcome,
  spanTo,
  Tag,
  Time,
} from "./elements.tsx";
import type { View } from "./frame.tsx";

/** An endpoint with its events, its deliveries and its retries. */
function Endpoint(props: { view: View; endpoint: WebhookEndpoint; owner: string | undefined }) {
  const { view, endpoint, owner } = props;
  const missing = undeliveredTo(view.state, endpoint.id).filter(({ why }) => why !== "in progress").length;
  return (
    <List
      view={view}
      id={endpoint.id}
      title={endpoint.url}
      thing="delivery"
      empty="Nothing delivered yet."
      records={view.traffic.deliveries.latest({ most: 1_000, endpointId: endpoint.id })}
      columns={[
        ["Event", ({ delivery }) => <Id view={view} id={delivery.entry.eventId} />],
        ["Type", ({ delivery }) => delivery.entry.type],
        ["Attempt", ({ delivery }) => String(delivery.attempt)],
        ["Outcome", (outcome) => <Outcome of={outcome} />],
        ["At (UTC)", (outcome) => <Time of={outcome.at} />],
      ]}
      acts={({ delivery: { entry } }) => {
        const params = { id: endpoint.id, eventId: entry.eventId };
        const owner = endpoint.accountId;
        return [{ operation: "sendEventAgain", owner, params, label: "Send again", about: entry.eventId }];
      }}
    >
      <p class="small soft">
        <Id view={view} id={endpoint.id} />{" "}
        {owner !== undefined && (
          <>
            of the vendor {owner} <Id view={view} id={endpoint.accountId} />{" "}
          </>
        )}
        · {endpoint.events.join(", ")} · deliveries {endpoint.delivery}
      </p>
      <div class="line">
        <ActForm
          view={view}
          operation="setDeliveryMode"
          owner={endpoint.accountId}
          body={{ endpointId: endpoint.id }}
        >
          <Choice
            label="Deliveries"
            name="body.delivery"
            options={["ordered", "delayed", "duplicated", "shuffled", "dropped"]}
            chosen={endpoint.delivery}
          />
          <button>Set</button>
        </ActForm>
        <ActButton
          view={view}
          operation="removeWebhookEndpoint"
          owner={endpoint.accountId}
          params={{ id: endpoint.id }}
          label="Remove"
          about={endpoint.url}
        />
      </div>
      {missing > 0 && (
        <div class="line">
          <p class="small">{count(missing, "event")} did not arrive.</p>
          <ActButton
            view={view}
            operation="deliverFailedEvents"
            owner={endpoint.accountId}
            params={{ id: endpoint.id }}
            label="Deliver all that failed"
            about={endpoint.url}
          />
        </div>
      )}
    </List>
  );
}

/** The events that have not arrived at endpoints, with the latest outcome and the next attempt; newest first. */
function NotDelivered({ view, endpoints }: { view: View; endpoints: readonly WebhookEndpoint[] }) {
  const { state, traffic, now } = view;
  const missing = endpoints.flatMap((endpoint) => {
    const arrivalOf = arrivalsAt({ state, traffic }, endpoint.id);
    return undeliveredTo(state, endpoint.id).map(({ delivery: { entry, attempt } }) => {
      return { endpoint, entry, attempt, ...arrivalOf(entry) };
    });
  });
  if (missing.length === 0) return <></>;
  return (
    <List
      view={view}
      id="not-delivered"
      title="Not delivered"
      thing="event"
      empty=""
      records={missing.sort((a, b) => b.entry.sequence - a.entry.sequence)}
      columns={[
        ["Event", ({ entry }) => [<Id view={view} id={entry.eventId} />, ` ${entry.type}`]],
        ["To", ({ endpoint }) => <span class="url">{endpoint.url}</span>],
        ["State", (one) => one.state !== undefined && <Tag status={one.state} />],
        [
          "Why",
          ({ latest, attempt }) => {
            const said = latest && [receiptText(latest), latest.fault].filter(Boolean).join(", ");
            const when = latest && `at ${at(latest.at)}`;
            return [[`attempt ${attempt}`, when].filter(Boolean).join(" "), said].filter(Boolean).join(": ");
          },
        ],
        [
          "Next (UTC)",
          ({ nextAt }) =>
            nextAt === undefined
              ? "none"
              : [<Time of={nextAt} />, " ", <span class="span soft">{spanTo(nextAt, now)}</span>],
        ],
      ]}
      acts={({ endpoint, entry: { eventId } }) => [
        {
          operation: "sendEventAgain",
          owner: endpoint.accountId,
          params: { id: endpoint.id, eventId },
          label: "Send again",
          about: eventId,
        },
      ]}
    />
  );
}

/** The most endpoints on a page. */
const MOST = 50;

/** The endpoints of the merchant and its vendors with their deliveries, and the events. */
export function Webhooks({ view }: { view: View }) {
  const { state, merchant, mode, engine } = view;
  const theirs = state.find(vendors, "owner", ownerOf(view.owner));
  const endpoints = [merchant, ...theirs]
    .flatMap(({ id }) => state.find(webhookEndpoints, "account", id))
    .filter((endpoint) => (endpoint.mode ?? mode) === mode);
  const events = engine.feed.since(merchant.id, 0).filter((entry) => entry.mode === mode);
  return (
    <>
      <NotDelivered view={view} endpoints={endpoints.slice(-MOST)} />
      <Card title="New endpoint">
        <ActForm view={view} operation="registerWebhookEndpoint" body={{ mode }}>
          <Field
            label="URL"
            name="body.url"
            type="url"
            required
            placeholder="http://127.0.0.1:3000/webhooks"
          />
          <Field label="Events, separated by spaces" name="list.events" required placeholder="invoice.paid" />
          {theirs.length > 0 && (
            <Choice
              label="Of"
              name="owner"
              options={[
                [merchant.id, merchant.name],
                ...theirs.slice(-200).map(({ id, name }) => [id, `${name} (vendor)`] as const),
              ]}
            />
          )}
          <button class="main">Register</button>
        </ActForm>
      </Card>
      {endpoints.slice(-MOST).map((endpoint) => (
        <Endpoint
          view={view}
          endpoint={endpoint}
          owner={theirs.find(({ id }) => id === endpoint.accountId)?.name}
        />
      ))}
      {endpoints.length > MOST && (
        <p class="soft">
          The latest {MOST} of {count(endpoints.length, "endpoint")}.
        </p>
      )}
      <List
        view={view}
        id="events"
        title="Events"
        thing="event"
        text=" Endpoints and the feed receive them."
        empty="No event yet."
        records={events.toReversed()}
        columns={[
          ["Event", ({ eventId }) => <Id view={view} id={eventId} />],
          ["Type", ({ type }) => type],
          [
            "",
            ({ sequence, body }) => (
              <details id={`event-${sequence}`}>
                <summary>Body</summary>
                <Json view={view} value={body} />
              </details>
            ),
          ],
        ]}
      />
    </>
  );
}
