import { francs, Id, Json, Linked, Live, Outcome, Status, Table, Time } from "./elements.tsx";
import { linkTo, type View } from "./frame.tsx";
import { timerName } from "./timers.ts";

/** What control answers to `explain`. */
interface Explanation {
  readonly is: readonly { readonly table: string; readonly record: unknown }[];
  readonly because: readonly {
    readonly decision: number;
    readonly at: string;
    readonly cause: { readonly kind: string; readonly name: string; readonly about?: unknown };
    readonly changed: readonly { readonly do: string; readonly table: string; readonly id: string }[];
    readonly entries: readonly {
      readonly id: string;
      readonly kind: string;
      readonly currency: string;
      readonly lines: readonly { readonly account: string; readonly amount: number }[];
    }[];
    readonly timers: readonly {
      readonly do: string;
      readonly kind?: string;
      readonly dueAt?: string;
      readonly subject?: string;
    }[];
    readonly events: readonly { readonly id: string; readonly type: string }[];
  }[];
  readonly wallets: readonly {
    readonly currency: string;
    readonly accounts: readonly { readonly account: string; readonly balance: number }[];
  }[];
  readonly waiting: readonly {
    readonly id: string;
    readonly kind: string;
    readonly dueAt: string;
    readonly subject: string;
  }[];
  readonly requests: readonly {
    readonly id: string;
    readonly at: string;
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly fault?: string;
  }[];
  readonly deliveries: readonly {
    readonly at: string;
    readonly eventId: string;
    readonly type: string;
    readonly attempt: number;
    readonly url: string;
    readonly taken: boolean;
    readonly retryMs?: number;
    readonly fault?: string;
  }[];
  /** Of an event. */
  readonly receivers?: readonly {
    readonly endpointId: string;
    readonly url: string;
    readonly delivery: string;
    readonly isRegistered: boolean;
  }[];
}

const causes: Readonly<Record<string, string>> = {
  request: "A request",
  control: "Control",
  timer: "A timer",
  start: "The start",
};

const timerWords: Readonly<Record<string, string>> = {
  schedule: "scheduled:",
  cancel: "called off:",
  move: "moved to another clock:",
};

const shownAt = (time: string): string => time.slice(0, 19).replace("T", " ");

/** Where the hosted pages of objects are, by their tables. */
const pagesOf: Readonly<Record<string, string>> = {
  checkoutSessions: "pay",
  hostedSessions: "pay",
  invoices: "invoice",
  onboardingSessions: "onboarding",
};

/** How many decisions a page shows. */
const MOST = 100;

/** Who receives an event, and why not. */
function Receivers(props: { view: View; receivers: NonNullable<Explanation["receivers"]> }) {
  const { view, receivers } = props;
  return (
    <Live id="why-receivers" title="Receivers">
      <Table
        label="Receivers"
        columns={["Endpoint", "URL", "Receives it"]}
        empty="No endpoint of its accounts is registered: the event is in the feed only."
        rows={receivers.map(({ endpointId, url, delivery, isRegistered }) => [
          <Id view={view} id={endpointId} />,
          url,
          isRegistered
            ? delivery === "dropped"
              ? "no: all deliveries to it are dropped"
              : `yes, ${delivery}`
            : "no: it is not registered for this type",
        ])}
      />
    </Live>
  );
}

/** What came over the network: the requests that named it, and the deliveries. */
function OnTheWay(props: { view: View } & Pick<Explanation, "requests" | "deliveries">) {
  const { view, requests, deliveries } = props;
  return (
    <>
      {deliveries.length === 0 ? (
        ""
      ) : (
        <Live id="why-deliveries" title="Deliveries" text="The latest, newest first.">
          <Table
            label="Deliveries"
            columns={["Event", "Type", "To", "Attempt", "Outcome", "At (UTC)"]}
            empty=""
            rows={deliveries.map((one) => [
              <Id view={view} id={one.eventId} />,
              one.type,
              one.url,
              String(one.attempt),
              <Outcome {...one} />,
              <Time of={Date.parse(one.at)} />,
            ])}
          />
        </Live>
      )}
      {requests.length === 0 ? (
        ""
      ) : (
        <Live id="why-requests" title="Requests" text="The latest requests that named it, newest first.">
          <Table
            label="Requests"
            columns={["Request", "At (UTC)", "Asked", "Answer"]}
            empty=""
            rows={requests.map(({ id, at, method, path, status, fault }) => [
              <a class="id" href={linkTo(view, `requests/${id}`)}>
                {id}
              </a>,
              <Time of={Date.parse(at)} />,
              <code>
                {method} {path.slice(0, 120)}
              </code>,
              <Status status={status} fault={fault} />,
            ])}
          />
        </Live>
      )}
    </>
  );
}

/** The accounts of an object's wallets, with their balances. */
function Money(props: { view: View; wallets: Explanation["wallets"] }) {
  const { view, wallets } = props;
  return (
    <Live id="why-wallets" title="Money">
      <Table
        label="Accounts"
        columns={["Account", { amount: "Balance" }]}
        empty=""
        rows={wallets.flatMap(({ accounts, currency }) =>
          accounts.map(({ account, balance }) => [
            <a class="id" href={linkTo(view, `ledger/${encodeURIComponent(account)}`)}>
              {account}
            </a>,
            francs(balance, currency),
          ]),
        )}
      />
    </Live>
  );
}

/** One decision: its cause, and what it changed. */
function Decided(props: { view: View; decided: Explanation["because"][number] }) {
  const { view } = props;
  const { decision, at, cause, changed, entries, timers, events } = props.decided;
  return (
    <li>
      <b>{cause.kind === "timer" ? timerName(cause.name) : cause.name}</b>{" "}
      <span class="soft small">
        {causes[cause.kind] ?? cause.kind}, {shownAt(at)} (UTC), decision {decision}
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
                <a class="id" href={linkTo(view, `ledger/${encodeURIComponent(line.account)}`)}>
                  {line.account}
                </a>{" "}
                {line.amount > 0 ? "+" : ""}
                {francs(line.amount, entry.currency)}
              </div>
            ))}
          </li>
        ))}
        {timers.map((timer) => (
          <li>
            {timerWords[timer.do] ?? timer.do}{" "}
            {timer.kind === undefined ? "what was waiting" : timerName(timer.kind)}{" "}
            {timer.dueAt === undefined ? "" : `at ${shownAt(timer.dueAt)} (UTC)`}
          </li>
        ))}
        {events.map((event) => (
          <li>
            emitted {event.type} <Id view={view} id={event.id} />
          </li>
        ))}
      </ul>
      {cause.about === undefined ? (
        ""
      ) : (
        <details id={`about-${decision}`}>
          <summary class="small soft">Input</summary>
          <Json view={view} value={cause.about} />
        </details>
      )}
    </li>
  );
}

/** Explains an object: what it is, the decisions behind it, what they changed, and what is waiting. */
export function Why(props: { view: View; id: string; explanation: unknown }) {
  const { view, id } = props;
  const explanation = props.explanation as Explanation;
  const because = explanation.because.slice(-MOST);
  const page = explanation.is.map(({ table }) => pagesOf[table]).find((kind) => kind !== undefined);
  return (
    <>
      {page === undefined ? (
        ""
      ) : (
        <p>
          <a href={`${view.checkoutUrl}/${page}/${id}`}>Open its page</a>
        </p>
      )}
      {explanation.wallets.length === 0 ? "" : <Money view={view} wallets={explanation.wallets} />}
      <Live
        id="because"
        title="Because"
        text={
          because.length < explanation.because.length
            ? `The latest ${MOST} of ${explanation.because.length} decisions, oldest first.`
            : "The decisions behind it, oldest first."
        }
      >
        {because.length === 0 ? <p class="soft">The decisions are no longer kept.</p> : ""}
        <ol class="path">
          {because.map((decided) => (
            <Decided view={view} decided={decided} />
          ))}
        </ol>
      </Live>
      <Live id="why-waiting" title="Waiting">
        <Table
          label="Waiting"
          columns={["Due (UTC)", "What", "Of"]}
          empty="Nothing is waiting."
          rows={explanation.waiting
            .slice(0, 50)
            .map((timer) => [
              <Time of={Date.parse(timer.dueAt)} />,
              timerName(timer.kind),
              <Id view={view} id={timer.subject} />,
            ])}
        />
      </Live>
      {explanation.receivers === undefined ? "" : <Receivers view={view} receivers={explanation.receivers} />}
      <OnTheWay view={view} requests={explanation.requests} deliveries={explanation.deliveries} />
      {explanation.is.map(({ table, record }, index) => (
        <Live id={`is-${index}`} title={`It is one of the ${table.replace(/([A-Z])/g, " $1").toLowerCase()}`}>
          <Json view={view} value={record} />
        </Live>
      ))}
    </>
  );
}
