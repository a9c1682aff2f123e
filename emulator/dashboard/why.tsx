import { francs, Id, Json, Linked, Live, Table } from "./elements.tsx";
import { linkTo, type View } from "./frame.tsx";

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
}

const causes: Readonly<Record<string, string>> = {
  request: "A request",
  control: "Control",
  timer: "A timer",
  start: "The start",
};

const timerWords: Readonly<Record<string, string>> = {
  schedule: "will run",
  cancel: "called off",
  move: "moved to another clock:",
};

const shownAt = (time: string): string => time.slice(0, 19).replace("T", " ");

/** How many decisions a page shows. */
const MOST = 100;

/** Explains an object: what it is, the decisions behind it, what they changed, and what is waiting. */
export function Why(props: { view: View; explanation: unknown }) {
  const { view } = props;
  const explanation = props.explanation as Explanation;
  const because = explanation.because.slice(-MOST);
  return (
    <>
      {explanation.wallets.length === 0 ? (
        ""
      ) : (
        <Live id="why-wallets" title="Money">
          <Table
            label="Accounts"
            columns={["Account", { amount: "Balance" }]}
            empty=""
            rows={explanation.wallets.flatMap(({ accounts, currency }) =>
              accounts.map(({ account, balance }) => [
                <a class="id" href={linkTo(view, `ledger/${encodeURIComponent(account)}`)}>
                  {account}
                </a>,
                francs(balance, currency),
              ]),
            )}
          />
        </Live>
      )}
      <Live
        id="because"
        title="Because"
        text={
          because.length < explanation.because.length
            ? `The latest ${MOST} of ${explanation.because.length} decisions, oldest first.`
            : "The decisions behind it, oldest first."
        }
      >
        {because.length === 0 ? <p class="soft">No decision is kept.</p> : ""}
        <ol class="path">
          {because.map(({ decision, at, cause, changed, entries, timers, events }) => (
            <li>
              <b>{cause.name}</b>{" "}
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
                    {timerWords[timer.do] ?? timer.do} {timer.kind ?? "what was waiting"}{" "}
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
                  <summary class="small soft">What it was given</summary>
                  <Json view={view} value={cause.about} />
                </details>
              )}
            </li>
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
            .map((timer) => [shownAt(timer.dueAt), timer.kind, <Id view={view} id={timer.subject} />])}
        />
      </Live>
      {explanation.is.map(({ table, record }, index) => (
        <Live id={`is-${index}`} title={`It is one of the ${table.replace(/([A-Z])/g, " $1").toLowerCase()}`}>
          <Json view={view} value={record} />
        </Live>
      ))}
    </>
  );
}
