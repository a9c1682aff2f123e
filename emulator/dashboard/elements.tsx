import type { Child } from "hono/jsx";
import { money } from "../pages/language.ts";
import { linkTo, type View } from "./frame.tsx";

/** Where an object is explained. */
export const whyOf = (view: View, id: string): string => linkTo(view, `why/${encodeURIComponent(id)}`);

/** An id that leads to its explanation. */
export function Id(props: { view: View; id: string }) {
  const { view, id } = props;
  return (
    <a class="id" href={whyOf(view, id)} title={`Why ${id}?`}>
      {shortened(id)}
    </a>
  );
}

/** Its prefix and its beginning, for tables; the title of the link and its page have all of it. */
function shortened(id: string): string {
  const prefix = /^[a-z]+_/.exec(id)?.[0] ?? "";
  return id.length > prefix.length + 12 ? `${id.slice(0, prefix.length + 9)}…` : id;
}

/** A time in UTC, to the second. */
export const at = (time: number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ");

/** A time in UTC, for tables. */
export const Time = (props: { of: number }) => (
  <time datetime={new Date(props.of).toISOString()}>{at(props.of)}</time>
);

/** A number of things. */
export const count = (number: number, thing: string): string =>
  `${number} ${thing}${number === 1 ? "" : "s"}`;

/** An amount with its currency. */
export const francs = (amount: number, currency: string): string => money(amount, currency, "en");

const good = ["succeeded", "paid", "active", "approved", "accepted", "completed", "ready", "trialing"];
const bad = ["failed", "declined", "canceled", "unpaid", "past_due", "rejected", "suspended", "not accepted"];
const wait = ["processing", "pending", "open", "advancing", "documents_submitted", "in_review", "needs_info"];

/** A state, coloured as what it means. */
export function Tag(props: { status: string }) {
  const { status } = props;
  const kind = good.includes(status)
    ? "good"
    : bad.includes(status)
      ? "bad"
      : wait.includes(status)
        ? "wait"
        : "";
  return <span class={`tag ${kind}`}>{status.replaceAll("_", " ")}</span>;
}

/** A part of the page that renews itself. */
export function Live(props: { id: string; title?: string; text?: string; children?: Child }) {
  const { id, title, text, children } = props;
  return (
    <section class="card" id={id} data-live="" aria-label={title}>
      {title === undefined ? "" : <h2>{title}</h2>}
      {text === undefined ? "" : <p class="soft small">{text}</p>}
      {children}
    </section>
  );
}

/** A table; `amount` columns are aligned at the right. */
export function Table(props: {
  label: string;
  columns: readonly (string | { readonly amount: string })[];
  rows: readonly (readonly Child[])[];
  empty: string;
}) {
  const { label, columns, rows, empty } = props;
  if (rows.length === 0) return <p class="soft">{empty}</p>;
  const isAmount = (index: number): boolean => typeof columns[index] === "object";
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={typeof column === "string" ? "" : "amount"}>
                {typeof column === "string" ? column : column.amount}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell, index) => (
                <td class={isAmount(index) ? "amount" : ""}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a form does: an operation of control, or a documented one in the name of the merchant. */
export interface Act {
  readonly view: View;
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Fixed members of the body; what its user chooses are fields named `body.…`, or `number.…` for numbers. */
  readonly body?: Readonly<Record<string, string>>;
}

/** A form that does something; its button is the last child. */
export function ActForm(props: Act & { inline?: boolean; children?: Child }) {
  const { view, operation, params = {}, body = {}, inline = false, children } = props;
  return (
    <form class={inline ? "" : "line"} method="post" action="/dashboard/act">
      <input type="hidden" name="operation" value={operation} />
      <input type="hidden" name="back" value={`${view.url.pathname}${view.url.search}`} />
      <input type="hidden" name="merchant" value={view.merchant.id} />
      <input type="hidden" name="mode" value={view.mode} />
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

/** A button that does something. */
export function ActButton(props: Act & { label: string; about?: string }) {
  const { label, about, ...act } = props;
  return (
    <ActForm {...act} inline>
      <button aria-label={about === undefined ? undefined : `${label}: ${about}`}>{label}</button>
    </ActForm>
  );
}

/** A choice within a form. */
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

/** A field within a form. */
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

/** Text whose ids lead to their explanations. */
export function Linked(props: { view: View; text: string }) {
  const { view, text } = props;
  const pieces = text.split(ids);
  return (
    <>{pieces.map((piece, index) => (index % 2 === 1 ? <a href={whyOf(view, piece)}>{piece}</a> : piece))}</>
  );
}

const secret = /secret|^token$|^key$/i;

/** Fields whose numbers are epoch milliseconds. */
const isTime = /(?:At|Start|End|Time|anchor)$/;

/** JSON as its reader wants it: indented, ids linked, secrets left out. */
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

/** The newest of a list first, as many as a page shows. */
export const newest = <T,>(all: readonly T[], most = 100): readonly T[] => all.slice(-most).reverse();
