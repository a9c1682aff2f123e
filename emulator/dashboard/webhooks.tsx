import { type Delivery, webhookEndpoints } from "../kernel/events.ts";
import { retryKind } from "../kernel/dispatcher.ts";
import { ActButton, ActForm, at, Choice, Field, Id, Json, Live, Table, Tag, Time } from "./elements.tsx";
import type { View } from "./frame.tsx";

/** Endpoints with their deliveries, and the events. */
export function Webhooks(props: { view: View }) {
  const { view } = props;
  const { state, merchant, mode, engine, traffic } = view;
  const endpoints = state
    .find(webhookEndpoints, "account", merchant.id)
    .filter((endpoint) => (endpoint.mode ?? mode) === mode);
  const events = engine.feed
    .since(merchant.id, 0)
    .filter((entry) => entry.mode === mode)
    .slice(-50)
    .reverse();
  return (
    <>
      <section class="card">
        <h2>New endpoint</h2>
        <ActForm view={view} operation="registerWebhookEndpoint" body={{ mode }}>
          <Field
            label="URL"
            name="body.url"
            type="url"
            required
            placeholder="http://127.0.0.1:3000/webhooks"
          />
          <Field label="Events, separated by spaces" name="list.events" required placeholder="invoice.paid" />
          <button class="main">Register</button>
        </ActForm>
      </section>
      {endpoints.map((endpoint) => {
        const waiting = state.timeline.about(endpoint.id).filter(({ kind }) => kind === retryKind);
        return (
          <Live id={`endpoint-${endpoint.id}`} title={endpoint.url}>
            <p class="small soft">
              <Id view={view} id={endpoint.id} /> · {endpoint.events.join(", ")} · deliveries{" "}
              {endpoint.delivery}
            </p>
            <div class="line">
              <ActForm view={view} operation="setDeliveryMode" body={{ endpointId: endpoint.id }}>
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
                params={{ id: endpoint.id }}
                label="Remove"
                about={endpoint.url}
              />
            </div>
            {waiting.length === 0 ? (
              ""
            ) : (
              <p class="small">
                {waiting.map((timer) => {
                  const { entry, attempt } = timer.payload["delivery"] as Delivery;
                  return (
                    <div>
                      <Tag status="pending" /> attempt {attempt} of {entry.type} is due at {at(timer.at)}{" "}
                      (UTC)
                    </div>
                  );
                })}
              </p>
            )}
            <Table
              label={`Deliveries to ${endpoint.url}`}
              columns={["Event", "Type", "Attempt", "Outcome", "At (UTC)", ""]}
              empty="Nothing delivered yet."
              rows={traffic.deliveries
                .latest({ most: 30, endpointId: endpoint.id })
                .map(({ delivery, taken, retryMs, fault, at: ended }) => [
                  <Id view={view} id={delivery.entry.eventId} />,
                  delivery.entry.type,
                  String(delivery.attempt),
                  <>
                    <Tag status={taken ? "accepted" : "not accepted"} />{" "}
                    {retryMs === undefined ? "" : `again after ${Math.round(retryMs / 1000)} s`} {fault ?? ""}
                  </>,
                  <Time of={ended} />,
                  <ActButton
                    view={view}
                    operation="sendEventAgain"
                    params={{ id: endpoint.id, eventId: delivery.entry.eventId }}
                    label="Send again"
                    about={delivery.entry.eventId}
                  />,
                ])}
            />
          </Live>
        );
      })}
      <Live id="events" title="Events" text="What endpoints and the feed receive, the newest first.">
        {events.length === 0 ? (
          <p class="soft">No event yet.</p>
        ) : (
          events.map((entry) => (
            <details id={`event-${entry.sequence}`}>
              <summary>
                <span class="id">{entry.type}</span> <span class="soft small">{entry.eventId}</span>
              </summary>
              <Json view={view} value={entry.body} />
            </details>
          ))
        )}
      </Live>
    </>
  );
}
