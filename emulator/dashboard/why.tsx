import type { Explanation } from "../control/why.ts";
import {
  AccountLink,
  Asked,
  francs,
  Id,
  Json,
  Linked,
  Live,
  Outcome,
  RequestLink,
  Status,
  Table,
  Tag,
  Time,
} from "./elements.tsx";
import type { View } from "./frame.tsx";
import { timerName, Timers } from "./timers.tsx";

type Decision = Explanation["because"][number];

const causes: Readonly<Record<Decision["cause"]["kind"], string>> = {
  request: "A request",
  control: "Control",
  timer: "A timer",
  start: "The start",
};

const timerWords: Readonly<Record<Decision["timers"][number]["do"], string>> = {
  schedule: "scheduled:",
  cancel: "canceled:",
  move: "moved to another clock:",
};

const shownAt = (time: string): string => time.slice(0, 19).replace("T", " ");

/** The paths of the hosted pages of objects, by table. */
const pagesOf: Readonly<Record<string, string>> = {
  checkoutSessions: "pay",
  hostedSessions: "pay",
  invoices: "invoice",
  onboardingSessions: "onboarding",
};

/** The most decisions on a page. */
const MOST = 100;

/** The endpoints that receive an event, and those that do not. */
function Receivers({ view, receivers }: { view: View; receivers: NonNullable<Explanation["receivers"]> }) {
  return (
    <Live id="why-receivers" title="Receivers">
      <Table
        label="Receivers"
        empty="No endpoint of its accounts is registered: the event is in the feed only."
        records={receivers}
        columns={[
          ["Endpoint", ({ endpointId }) => <Id view={view} id={endpointId} />],
          ["URL", ({ url }) => <span class="url">{url}</span>],
          [
            "Receives it",
            ({ delivery, isRegistered }) => {
              if (!isRegistered) return "no: it is not registered for this type";
              return delivery === "dropped" ? "no: all deliveries to it are dropped" : `yes, ${delivery}`;
            },
          ],
          ["Delivery", ({ state }) => state !== undefined && <Tag status={state} />],
          ["Latest attempt", ({ latest }) => latest && <Outcome of={latest} />],
          ["Next (UTC)", ({ nextAttemptAt: next }) => next && <Time of={Date.parse(next)} />],
        ]}
      />
    </Live>
  );
}

/** The requests that contain an id, and the deliveries. */
function Network(props: { view: View } & Pick<Explanation, "requests" | "deliveries">) {
  const { view, requests, deliveries } = props;
  return (
    <>
      {deliveries.length > 0 && (
        <Live id="why-deliveries" title="Deliveries" text="The latest, newest first.">
          <Table
            label="Deliveries"
            empty=""
            records={deliveries}
            columns={[
              ["Event", ({ eventId }) => <Id view={view} id={eventId} />],
              ["Type", ({ type }) => type],
              ["To", ({ url }) => <span class="url">{url}</span>],
              ["Attempt", ({ attempt }) => String(attempt)],
              ["Outcome", (delivery) => <Outcome of={delivery} />],
              ["At (UTC)", ({ at }) => <Time of={Date.parse(at)} />],
            ]}
          />
        </Live>
      )}
      {requests.length > 0 && (
        <Live id="why-requests" title="Requests" text="The latest requests that named it, newest first.">
          <Table
            label="Requests"
            empty=""
            records={requests}
            columns={[
              ["Request", ({ id }) => <RequestLink view={view} id={id} />],
              ["At (UTC)", ({ at }) => <Time of={Date.parse(at)} />],
              ["Asked", (request) => <Asked {...request} />],
              ["Answer", (request) => <Status {...request} />],
            ]}
          />
        </Live>
      )}
    </>
  );
}

/** The accounts of an object's wallets, with their balances. */
function Money({ view, wallets }: { view: View; wallets: Explanation["wallets"] }) {
  return (
    <Live id="why-wallets" title="Money">
      <Table
        label="Accounts"
        empty=""
        records={wallets.flatMap(({ accounts, currency }) => accounts.map((one) => ({ ...one, currency })))}
        columns={[
          ["Account", ({ account }) => <AccountLink view={view} account={account} />],
          [{ amount: "Balance" }, ({ balance, currency }) => francs(balance, currency)],
        ]}
      />
    </Live>
  );
}

/** A decision: its cause, and what it changed. */
function Decided({ view, decided }: { view: View; decided: Decision }) {
  const { decision, at, cause, changed, entries, timers, events } = decided;
  return (
    <li>
      <b>{cause.kind === "timer" ? timerName(cause.name) : cause.name}</b>{" "}
      <span class="soft small">
        {causes[cause.kind]}, {shownAt(at)} (UTC), decision {decision}
      </span>
      <ul>
        {changed.map((change) => (
          <li>
            {change.do === "put" ? "wrote" : "removed"} {change.table}:{" "}
            <Linked view={view} text={change.id} />
          </li>
        ))}
        {entries.map((entry) => (
          <li>
            booked {entry.kind} <Id view={view} id={entry.id} />
            {entry.lines.map((line) => (
              <div>
                <AccountLink view={view} account={line.account} /> {line.amount > 0 && "+"}
                {francs(line.amount, entry.currency)}
              </div>
            ))}
          </li>
        ))}
        {timers.map((timer) => (
          <li>
            {timerWords[timer.do]} {"kind" in timer ? timerName(timer.kind) : "what was waiting"}{" "}
            {"dueAt" in timer && `at ${shownAt(timer.dueAt)} (UTC)`}
          </li>
        ))}
        {events.map((event) => (
          <li>
            emitted {event.type} <Id view={view} id={event.id} />
          </li>
        ))}
      </ul>
      {cause.about !== undefined && (
        <details id={`about-${decision}`}>
          <summary class="small soft">Input</summary>
          <Json view={view} value={cause.about} />
        </details>
      )}
    </li>
  );
}

/** Explains an object: its record, the decisions that concern it, and its timers. */
export function Why({ view, explanation }: { view: View; explanation: Explanation }) {
  const because = explanation.because.slice(-MOST);
  const page = explanation.is.map(({ table }) => pagesOf[table]).find((kind) => kind !== undefined);
  return (
    <>
      {page !== undefined && (
        <p>
          <a href={`${view.checkoutUrl}/${page}/${explanation.id}`}>Open its page</a>
        </p>
      )}
      {explanation.receivers !== undefined && <Receivers view={view} receivers={explanation.receivers} />}
      {explanation.wallets.length > 0 && <Money view={view} wallets={explanation.wallets} />}
      <Live
        id="because"
        title="Because"
        text={
          because.length < explanation.because.length
            ? `The latest ${MOST} of ${explanation.because.length} decisions, oldest first.`
            : "The decisions behind it, oldest first."
        }
      >
        {because.length === 0 && <p class="soft">The decisions are no longer kept.</p>}
        <ol class="path">
          {because.map((decided) => (
            <Decided view={view} decided={decided} />
          ))}
        </ol>
      </Live>
      <Live id="why-waiting" title="Waiting">
        <Timers
          view={view}
          label="Waiting"
          timers={explanation.waiting
            .slice(0, 50)
            .map((timer) => ({ ...timer, at: Date.parse(timer.dueAt) }))}
        />
      </Live>
      <Network view={view} requests={explanation.requests} deliveries={explanation.deliveries} />
      {explanation.is.map(({ table, record }, index) => (
        <Live id={`is-${index}`} title={`It is one of the ${table.replace(/([A-Z])/g, " $1").toLowerCase()}`}>
          <Json view={view} value={record} />
        </Live>
      ))}
    </>
  );
}
