import { apiKeys } from "../../emulator/kernel/merchants.ts";
import { connecting } from "../connect/parts.ts";
import type { Variant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { type Area, creating } from "../shared/creations.ts";
import { answering, everywhere, rewriting, variant, wireVariant } from "./parts/variant.ts";

/** Whether a body can be read as the JSON that it is said to be. */
async function isReadable(request: Request): Promise<boolean> {
  if (request.method !== "POST" || !new URL(request.url).pathname.startsWith("/v1/")) return true;
  const text = await request.clone().text();
  const type = request.headers.get("content-type") ?? "";
  if (text === "" && type === "") return true;
  try {
    return type.startsWith("application/json") && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** What servers do with requests that no contract speaks of, before any of their own code is asked. */
const frameworks: readonly Variant[] = [
  wireVariant(
    "unreadable-bodies-in-html",
    "malformed-bodies",
    "A body that is no JSON object is refused with 400 and a page for people",
    (handler) => async (request) =>
      (await isReadable(request))
        ? handler(request)
        : new Response("<h1>Bad Request</h1>", { status: 400, headers: { "content-type": "text/html" } }),
  ),
  wireVariant(
    "unreadable-bodies-break-it",
    "malformed-bodies",
    "A body that is no JSON object ends in a 500 in plain text",
    (handler) => async (request) =>
      (await isReadable(request)) ? handler(request) : new Response("Internal Server Error", { status: 500 }),
  ),
  wireVariant(
    "malformed-ids-have-no-route",
    "malformed-identifiers",
    "An id of another form matches no route",
    (handler) => async (request) => {
      const { pathname } = new URL(request.url);
      const [, id] =
        /^\/v1\/(?:payment-intents|disbursement|remittance|sessions)\/([^/]+)$/.exec(pathname) ?? [];
      const isKnown = id === undefined || /^(pi|wt|rem|session)_/.test(id);
      return isKnown ? handler(request) : new Response("no such page", { status: 404 });
    },
  ),
  wireVariant(
    "long-segments-reach-no-route",
    "malformed-vendors-in-paths",
    "A segment of a path with more than a hundred characters is answered by the router",
    (handler) => async (request) => {
      const segments = new URL(request.url).pathname.split("/");
      return segments.some(({ length }) => length > 100)
        ? Response.json({ message: "Route not found" }, { status: 404 })
        : handler(request);
    },
  ),
];

/** The creations that move no money yet. */
const AREAS: readonly Area[] = ["paymentIntents", "checkoutSessions"];

const isNumeral = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));

const NUMBERS = { name: "number", accepts: isNumeral } as const;

const values: readonly Variant[] = [
  variant(
    "amounts-kept-as-sent",
    ["fractional-amounts", "number-coercion", "amount-bounds"],
    "Any number is an amount, in quotes too, and is answered as it was sent",
    (parts) =>
      AREAS.reduce(
        (changed, area) =>
          creating(changed, area, (create) => ({
            ...create,
            fields: create.fields.map((spec) =>
              spec.field === "amount" || spec.field === "total"
                ? { ...spec, rules: [...spec.rules.filter(({ name }) => name === "required"), NUMBERS] }
                : spec,
            ),
          })),
        parts,
      ),
  ),
  {
    ...variant(
      "keys-differ-by-their-prefix",
      [],
      "A merchant's live key is its test key with the other prefix",
      (parts) => ({
        ...parts,
        authentication: {
          ...parts.authentication,
          callerOf: (state, key, operation) => {
            const known = parts.authentication.callerOf(state, key, operation);
            if (known !== undefined || !key.startsWith("sk_live_")) return known;
            const twin = state.get(apiKeys, key.replace("sk_live_", "sk_test_"));
            return twin === undefined ? undefined : { ...twin.caller, mode: "live" };
          },
        },
      }),
    ),
    alone: true,
  },
  otherFormat("timestamps-in-basic-format", "in basic format", (text) => text.replace(/[-:]/g, "")),
  otherFormat(
    "timestamps-of-the-year",
    "ordinal dates, without a fraction of a second",
    (text) => `${text.slice(0, 4)}-${String(dayOfYear(text)).padStart(3, "0")}${timeIn(text)}`,
  ),
  otherFormat(
    "timestamps-of-the-week",
    "dates of a week, without a fraction of a second",
    (text) => `${weekOf(text)}${timeIn(text)}`,
  ),
  wireVariant(
    "timestamps-without-zone",
    "timestamp-forms",
    "Timestamps name no zone where none is asked for, and whole minutes no seconds",
    (handler) => async (request) =>
      new URL(request.url).pathname.startsWith("/v1/")
        ? rewriting(handler, (body) => everywhere(body, (value) => (isObject(value) ? bare(value) : value)))(
            request,
          )
        : handler(request),
  ),
];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const PAYOUTS: readonly unknown[] = ["disbursement", "remittance"];

/** Timestamps in UTC written in another format of ISO 8601. */
function otherFormat(id: string, how: string, write: (text: string) => string): Variant {
  return wireVariant(
    id,
    ["timestamp-forms", "overview-instant-form"],
    `Timestamps are ${how}`,
    (handler) => async (request) =>
      new URL(request.url).pathname.startsWith("/v1/")
        ? rewriting(handler, (body) =>
            everywhere(body, (value) =>
              typeof value === "string" && INSTANT.test(value) ? write(value) : value,
            ),
          )(request)
        : handler(request),
  );
}

const timeIn = (text: string): string => text.slice(10).replace(/\.\d+/, "");

const DAY = 86_400_000;

function dayOfYear(text: string): number {
  return 1 + (Date.parse(text.slice(0, 10)) - Date.parse(`${text.slice(0, 4)}-01-01`)) / DAY;
}

/** The week that has the Thursday, in that Thursday's year, and the day in it. */
function weekOf(text: string): string {
  const day = Date.parse(text.slice(0, 10));
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const thursday = new Date(day + (3 - weekday) * DAY).toISOString();
  const week = Math.ceil(dayOfYear(thursday) / 7);
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, "0")}-${weekday + 1}`;
}

/** Without zones; payouts are promised with the offset of these two. */
function bare(object: Body): Body {
  const promised = PAYOUTS.includes(object["object"]) ? ["createdAt", "updatedAt"] : [];
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) =>
      typeof value === "string" && INSTANT.test(value) && !promised.includes(name)
        ? [name, value.slice(0, -1).replace(/(T\d\d:\d\d):00(\.0+)?$/, "$1")]
        : [name, value],
    ),
  );
}

const lists: readonly Variant[] = [
  variant(
    "lists-end-with-their-last-page",
    ["transaction-list-parameters", "vendor-list-cursor"],
    "Beyond the end of a list there is its last page again, with a cursor too",
    (parts) =>
      connecting(parts, ({ listTransactions, listAccounts }) => ({
        listTransactions: {
          ...listTransactions,
          page: (all, page, size) =>
            listTransactions.page(all, Math.min(page, Math.max(1, Math.ceil(all.length / size))), size),
        },
        listAccounts: {
          ...listAccounts,
          page: (all, after, size) =>
            after >= all.length - 1 && all.length > 0
              ? { entries: all.slice(-1), more: false }
              : listAccounts.page(all, after, size),
          cursor: ({ entries }) => entries.at(-1)?.id ?? null,
        },
      })),
  ),
];

const nothing: readonly Variant[] = [
  variant(
    "nothing-before-is-null",
    ["overview-folding", "overview-empty-reference"],
    "Where the reference has nothing an overview tells null in place of zero",
    (parts) =>
      answering(parts, ["retrieveOverview"], 200, (body) => {
        for (const { name, at } of previousValues(body)) if (at[name] === 0) at[name] = null;
      }),
  ),
];

function* previousValues(body: Body): Iterable<{ readonly at: Body; readonly name: string }> {
  for (const figure of ["gross_volume", "new_accounts"]) {
    const series = body[figure];
    for (const at of isObject(series) ? objectsIn(series["points"]) : []) yield { at, name: "previous" };
  }
  for (const leaders of ["top_volume", "top_growth"])
    for (const at of objectsIn(body[leaders])) yield { at, name: "previous_value" };
}

const objectsIn = (list: unknown): readonly Body[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** What hasty but conforming servers do where nobody looks. */
export const roughVariants: readonly Variant[] = [...frameworks, ...values, ...lists, ...nothing];
