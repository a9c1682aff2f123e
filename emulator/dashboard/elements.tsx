import type { Child } from "hono/jsx";
import { type DeliveryOutcome, receiptText } from "../kernel/sender.ts";
import { money } from "../pages/language.ts";
import { linkTo, type View } from "./frame.tsx";

/** The address of an object's explanation. */
export const whyOf = (view: View, id: string): string => linkTo(view, `why/${encodeURIComponent(id)}`);

/** An id that links to its explanation. */
export function Id({ view, id }: { view: View; id: string }) {
  return (
    <a class="id" href={whyOf(view, id)} title={`Why ${id}?`}>
      {shortened(id)}
    </a>
  );
}

/** A list of such ids. */
export const Ids = ({ view, ids }: { view: View; ids: readonly string[] }) => (
  <>
    {ids.map((id) => (
      <>
        <Id view={view} id={id} />{" "}
      </>
    ))}
  </>
);

/** The beginning of an id, for tables. The title of the link has the whole id. */
function shortened(id: string): string {
  const prefix = /^[a-z]+_/.exec(id)?.[0] ?? "";
  return id.length > prefix.length + 12 ? `${id.slice(0, prefix.length + 9)}…` : id;
}

/** A link to a request of the log. */
export const RequestLink = ({ view, id }: { view: View; id: string }) => (
  <a class="id" href={linkTo(view, `requests/${id}`)}>
    {id}
  </a>
);

/** The method and the path of a request. */
export const Asked = ({ method, path }: { method: string; path: string }) => (
  <code>
    {method} {path.slice(0, 120)}
  </code>
);

/** A link to the statement of a ledger account. */
export const AccountLink = ({ view, account }: { view: View; account: string }) => (
  <a class="id" href={linkTo(view, `ledger/${encodeURIComponent(account)}`)}>
    {account}
  </a>
);

/** A time in UTC, to the second. */
export const at = (time: number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ");

/** A span in words, to its largest unit: `in 27 days`, or `5 minutes ago`. */
export function spanTo(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const [unit, size] = (
    [
      ["day", 86_400],
      ["hour", 3_600],
      ["minute", 60],
      ["second", 1],
    ] as const
  ).find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat("en", { numeric: "always" }).format(Math.trunc(seconds / size), unit);
}

/** A time in UTC, for tables. */
export const Time = (props: { of: number }) => (
  <time datetime={new Date(props.of).toISOString()}>{at(props.of)}</time>
);

/** A number with a noun, e.g. `2 timers`. */
export const count = (number: number, thing: string): string =>
  `${new Intl.NumberFormat("en-GB").format(number)} ${number === 1 ? thing : pluralOf(thing)}`;

/** The plural of a noun. */
const pluralOf = (thing: string): string => `${thing.replace(/y$/, "ie")}s`;

/** An amount with its currency. */
export const francs = (amount: number, currency: string): string => money(amount, currency, "en");

const good = [
  "arrived",
  "succeeded",
  "paid",
  "active",
  "approved",
  "accepted",
  "completed",
  "ready",
  "trialing",
];
const bad = [
  "failed",
  "declined",
  "canceled",
  "unpaid",
  "past_due",
  "rejected",
  "suspended",
  "not accepted",
  "given up",
  "dropped",
];
const wait = [
  "waiting",
  "in progress",
  "processing",
  "pending",
  "open",
  "advancing",
  "documents_submitted",
  "in_review",
  "needs_info",
];

/** A state, in a colour that shows its meaning. */
export function Tag({ status }: { status: string }) {
  const kind = good.includes(status)
    ? "good"
    : bad.includes(status)
      ? "bad"
      : wait.includes(status)
        ? "wait"
        : "";
  return <span class={`tag ${kind}`}>{status.replaceAll("_", " ")}</span>;
}

/** The status of an answer, and the fault that affected the request. */
export function Status({ status, fault }: { status: number; fault?: string | undefined }) {
  const kind = fault !== undefined || status >= 400 ? "bad" : "good";
  return (
    <>
      <span class={`tag ${kind}`}>{status}</span> {fault ?? ""}
    </>
  );
}

/** The outcome of a delivery. */
export function Outcome({ of }: { of: Omit<DeliveryOutcome, "delivery" | "url"> }) {
  const { taken, retryMs, fault, durationMs } = of;
  const said = receiptText(of);
  return (
    <>
      <Tag status={taken ? "accepted" : "not accepted"} /> {said}
      {durationMs !== undefined && ` after ${durationMs} ms`}
      {retryMs !== undefined && `, again after ${Math.round(retryMs / 1000)} s`} {fault ?? ""}
    </>
  );
}

/** A section of a page. */
export function Card({ title, children }: { title: string; children?: Child }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A part of the page that updates itself. */
export function Live(props: { id: string; title?: string; text?: string; children?: Child }) {
  const { id, title, text, children } = props;
  return (
    <section class="card" id={id} data-live="" aria-label={title}>
      {title !== undefined && <h2>{title}</h2>}
      {text !== undefined && <p class="soft small">{text}</p>}
      {children}
    </section>
  );
}

/** A column of a table: its heading, and the cell of a record. The cells of amounts are aligned to the right. */
type Column<Row> = readonly [heading: string | { readonly amount: string }, cell: (record: Row) => Child];

/** A table of records. */
export function Table<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  records: readonly Row[];
  empty: string;
}) {
  const { label, columns, records, empty } = props;
  if (records.length === 0) return <p class="soft">{empty}</p>;
  const nameOf = (heading: Column<Row>[0]): string =>
    typeof heading === "string" ? heading : heading.amount;
  const classOf = (heading: Column<Row>[0]): string => (typeof heading === "string" ? "" : "amount");
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={label}>
      {/* The roles, since a style that shows a row as a block would remove them. */}
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(([heading]) => (
              <th role="columnheader" scope="col" class={classOf(heading)}>
                {nameOf(heading)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {records.map((record) => (
            <tr role="row">
              {columns.map(([heading, cell]) => (
                <td role="cell" class={classOf(heading)} data-label={nameOf(heading)}>
                  {cell(record)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The number of rows on a page of a list. */
const PAGE = 50;

/** The links to the newer and older pages of a list. */
function Pages(props: { view: View; id: string; thing: string; page: number; last: number }) {
  const { view, id, thing, page, last } = props;
  if (last === 1) return <></>;
  const to = (number: number): string => {
    const query = new URLSearchParams(view.url.searchParams);
    query.set(`${id}-page`, String(number));
    return `${view.url.pathname}?${query.toString()}#${id}`;
  };
  const link = (number: number, text: string, rel?: string) =>
    number < 1 || number > last || number === page ? (
      <span class="soft">{text}</span>
    ) : (
      <a href={to(number)} rel={rel}>
        {text}
      </a>
    );
  return (
    <nav class="pages" aria-label={`Pages of ${pluralOf(thing)}`}>
      {link(1, "Newest")}
      {link(page - 1, "Newer", "prev")}
      <span>
        Page {page} of {last}
      </span>
      {link(page + 1, "Older", "next")}
      {link(last, "Oldest")}
    </nav>
  );
}

/** A list of records in pages. It updates itself. The address of the view has the number of the page. */
export function List<Row>(props: {
  view: View;
  id: string;
  title?: string;
  /** The noun for one record, in the singular. */
  thing: string;
  /** Text after the count. */
  text?: string;
  /** Default: `newest first`. */
  order?: string;
  records: readonly Row[];
  columns: readonly Column<Row>[];
  /** The buttons of a record, in a last column. */
  acts?: (record: Row) => readonly Button[];
  empty: string;
  children?: Child;
}) {
  const { view, id, title, thing, text = "", order = "newest first", records, acts, empty, children } = props;
  const last = Math.max(1, Math.ceil(records.length / PAGE));
  const asked = Number(view.url.searchParams.get(`${id}-page`) ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), last) : 1;
  const from = (page - 1) * PAGE;
  const shown = records.slice(from, from + PAGE);
  const range = last === 1 ? "" : `: ${from + 1} to ${from + shown.length}`;
  const buttons: readonly Column<Row>[] =
    acts === undefined
      ? []
      : [["", (record) => acts(record).map((button) => <ActButton view={view} {...button} />)]];
  return (
    <Live
      id={id}
      {...(title === undefined ? {} : { title })}
      {...(records.length === 0 ? {} : { text: `${count(records.length, thing)}${range}, ${order}.${text}` })}
    >
      {children}
      <Table
        label={title ?? pluralOf(thing)}
        columns={[...props.columns, ...buttons]}
        empty={empty}
        records={shown}
      />
      <Pages view={view} id={id} thing={thing} page={page} last={last} />
    </Live>
  );
}

/** The action of a form: an operation of control, or a documented one on behalf of the merchant. */
export interface Act {
  readonly view: View;
  readonly operation: string;
  /** The vendor on whose behalf it acts. Default: the merchant. */
  readonly owner?: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Fixed members of the body. The user's input is in fields named `body.…`, or `number.…` for numbers. */
  readonly body?: Readonly<Record<string, string>>;
}

/** A form for an action. Its last child is the button. */
export function ActForm(props: Act & { inline?: boolean; children?: Child }) {
  const { view, operation, owner, params = {}, body = {}, inline = false, children } = props;
  return (
    <form class={inline ? "" : "line"} method="post" action="/dashboard/act">
      <input type="hidden" name="operation" value={operation} />
      <input type="hidden" name="back" value={`${view.url.pathname}${view.url.search}`} />
      <input type="hidden" name="merchant" value={view.merchant.id} />
      <input type="hidden" name="mode" value={view.mode} />
      {owner !== undefined && <input type="hidden" name="owner" value={owner} />}
      {Object.entries(params).map(([name, value]) => (
        <input type="hidden" name={`param.${name}`} value={value} />
      ))}
      {Object.entries(body).map(([name, value]) => (
        <input type="hidden" name={`body.${name}`} value={value} />
      ))}
      {children}
    </form>
  );
}

/** What a button does, and the name of its subject. */
export interface Button extends Omit<Act, "view"> {
  readonly label: string;
  readonly about?: string;
}

/** A button for an action. */
export function ActButton({ label, about, ...act }: Button & Pick<Act, "view">) {
  return (
    <ActForm {...act} inline>
      <button aria-label={about === undefined ? undefined : `${label}: ${about}`}>{label}</button>
    </ActForm>
  );
}

/** A button for each value of a field of an operation on an object. */
export const choices = (
  {
    operation,
    id,
    about = id,
    field = "status",
  }: { operation: string; id: string; about?: string; field?: string },
  labels: Readonly<Record<string, string>>,
): readonly Button[] =>
  Object.entries(labels).map(([value, label]) => {
    return { operation, params: { id }, body: { [field]: value }, label, about };
  });

/** A select element in a form. */
export function Choice(props: {
  label: string;
  name: string;
  options: readonly (string | readonly [string, string])[];
  chosen?: string | undefined;
}) {
  const { label, name, options, chosen } = props;
  return (
    <label>
      {label}
      <select name={name}>
        {options.map((option) => {
          const [value, text] = typeof option === "string" ? [option, option] : option;
          return (
            <option value={value} selected={value === chosen}>
              {text}
            </option>
          );
        })}
      </select>
    </label>
  );
}

/** An input element in a form. */
export function Field(props: {
  label: string;
  name: string;
  type?: string;
  value?: string;
  required?: boolean;
  min?: number;
  max?: number;
  step?: string;
  placeholder?: string;
}) {
  const { label, type = "text", ...rest } = props;
  return (
    <label>
      {label}
      <input type={type} {...rest} />
    </label>
  );
}

const ids = /\b((?!sk_)[a-z]+_(?!secret)[A-Za-z0-9]{20,})\b/;

/** The distinct ids in a value. */
export const idsIn = (value: unknown): readonly string[] => [
  ...new Set((JSON.stringify(value) as string | undefined)?.match(new RegExp(ids, "g")) ?? []),
];

/** Text in which ids link to their explanations. */
export function Linked({ view, text }: { view: View; text: string }) {
  const pieces = text.split(ids);
  return (
    <>{pieces.map((piece, index) => (index % 2 === 1 ? <a href={whyOf(view, piece)}>{piece}</a> : piece))}</>
  );
}

const secret = /secret|^token$|^key$/i;

/** The names of fields whose numbers are epoch milliseconds. */
const isTime = /(?:At|Start|End|Time|anchor)$/;

/** JSON for readers: indented, with linked ids and readable times, without secrets. */
export function Json(props: { view: View; value: unknown }) {
  const text = JSON.stringify(
    props.value,
    (name, value: unknown) => {
      if (typeof value === "string" && secret.test(name)) return "(not shown)";
      return typeof value === "number" && isTime.test(name) && value > 1e12
        ? new Date(value).toISOString()
        : value;
    },
    2,
  ) as string | undefined;
  return (
    <pre tabindex={0}>
      <Linked view={props.view} text={(text ?? "—").slice(0, 100_000)} />
    </pre>
  );
}
