import { vendorsOf } from "../areas/connect/vendor.ts";
import { json } from "../kernel/answers.ts";
import { isoUtc } from "../kernel/clock.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Row } from "../kernel/table.ts";
import type { Traffic } from "../traffic/index.ts";
import { type ControlOperation, operation, refusedField } from "./operation.ts";
import { shownRequest, unshown } from "./why.ts";

/** The most objects, events and requests of each kind in an answer. */
const MOST = 100;

/** A field with the value that was searched for. */
interface Hit {
  readonly field: string;
  readonly value: string;
}

/** An object that was found. */
export interface FoundObject extends Hit {
  readonly table: string;
  readonly record: Row;
}

/** Whether a text or a number matches. */
type Matches = (value: string | number) => boolean;

const secret = /secret/i;
/** Fields whose numbers are times. */
const time = /(?:At|Start|End|Time|anchor)$/;
/** What people write between the digits of a phone number or an amount. */
const between = /[\s.,()+'\u00a0\u202f-]/g;

/** A text is found if it contains what is searched for, in any casing; a number if it is equal; digits also without what is between them. */
function matching(searched: string): Matches {
  const wanted = searched.toLowerCase();
  const digits = searched.replace(between, "");
  const isNumber = /^\d+$/.test(digits);
  return (value) => {
    if (typeof value === "number") return isNumber && value === Number(digits);
    if (value.toLowerCase().includes(wanted)) return true;
    return isNumber && digits.length >= 6 && value.replace(between, "").includes(digits);
  };
}

/** The first value in a record that matches, without secrets. */
function hitIn(value: unknown, matches: Matches, field = ""): Hit | undefined {
  if (typeof value === "string" || typeof value === "number") {
    const name = field.slice(field.lastIndexOf(".") + 1);
    if (secret.test(name) || (typeof value === "number" && time.test(name)) || !matches(value))
      return undefined;
    return { field, value: String(value) };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const hit = hitIn(inner, matches, field === "" ? name : `${field}.${name}`);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** The tables of what a request can be about. Others only support them. */
const objects = new Set([
  ...["paymentIntents", "checkoutSessions", "hostedSessions", "disbursements", "remittances", "refunds"],
  ...["subscriptions", "invoices", "customers", "allocations", "reversals", "withdrawals", "charges"],
]);

/** Everything of a merchant and its vendors that contains a text, a number or an id; newest first. */
export function search(
  { engine, traffic }: { readonly engine: Engine; readonly traffic: Traffic },
  accountId: string,
  searched: string,
) {
  const { state, history, feed } = engine;
  const accounts = new Set([accountId, ...vendorsOf(state, accountId).map(({ id }) => id)]);
  const matches = matching(searched);
  const found = new Map<string, FoundObject>();
  for (const { table, record } of state.recordsOf(accounts)) {
    const hit = unshown.has(table) ? undefined : hitIn(record, matches);
    if (hit !== undefined) found.set(record.id, { table, record, ...hit });
  }
  // What was said of an object and is no part of it, such as the number with which a session was paid.
  const isText: Matches = (value) => typeof value === "string" && matches(value);
  for (const { cause, entries, changed } of history.of(accountId)) {
    const hit =
      hitIn(cause.about, isText) ??
      hitIn(
        entries.map(({ details }) => details),
        isText,
      );
    if (hit === undefined) continue;
    for (const { table, id } of changed) {
      const record = found.has(id) ? undefined : state.locate(id).find((one) => one.table === table)?.record;
      if (record !== undefined && objects.has(table)) found.set(id, { table, record, ...hit });
    }
  }
  const createdAt = ({ record }: FoundObject): number => (record as { createdAt?: number }).createdAt ?? 0;
  return {
    objects: [...found.values()].sort((a, b) => createdAt(b) - createdAt(a)).slice(0, MOST),
    events: feed
      .since(accountId, 0)
      .filter(({ body }) => hitIn(body, matches) !== undefined)
      .slice(-MOST)
      .reverse(),
    requests: traffic.log
      .latest({ most: Number.MAX_SAFE_INTEGER, accountId })
      .filter(({ path, body, answer }) => hitIn([path, body, answer.body], matches) !== undefined)
      .slice(0, MOST),
  };
}

/** The operation that searches. It is not in the control protocol. */
export const searchControls: readonly ControlOperation[] = [
  operation("search", "GET /merchants/:accountId/search", {
    query: ["q"],
    handle: ({ engine, traffic, merchant, query }) => {
      const searched = query["q"]?.at(-1)?.trim() ?? "";
      if (searched === "" || searched.length > 255)
        return refusedField("q", "required", "Give the text, number or id to search for");
      engine.catchUp(merchant.id);
      const { objects, events, requests } = search({ engine, traffic }, merchant.id, searched);
      return json(200, {
        objects: objects.map(({ table, record, field, value }) => {
          const { createdAt } = record as { createdAt?: number };
          return {
            id: record.id,
            table,
            field,
            value,
            ...(createdAt === undefined ? {} : { createdAt: isoUtc(createdAt) }),
          };
        }),
        events: events.map(({ eventId, type }) => ({ id: eventId, type })),
        requests: requests.map(shownRequest),
      });
    },
  }),
];
