import type { FieldSpec, Rule } from "../emulator/kernel/validate.ts";
import { inOrder, type Named, named, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, type Body, isObject } from "../mutants/shared/answers.ts";
import { type Area, creating, reading, recording } from "../mutants/shared/creations.ts";
import { emitting, everywhere, rewriting } from "./parts.ts";

const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const PAYOUTS: readonly unknown[] = ["disbursement", "remittance"];

/** Writes timestamps in UTC in another ISO 8601 format. */
function otherFormat(how: string, write: (text: string) => string): Named<Variant>[string] {
  return {
    openPoints: ["timestamp-forms", "overview-instant-form"],
    what: `Timestamps are ${how}`,
    wrap: (handler) => async (request) =>
      new URL(request.url).pathname.startsWith("/v1/")
        ? rewriting(handler, (body) =>
            everywhere(body, (value) =>
              typeof value === "string" && UTC_TIMESTAMP.test(value) ? write(value) : value,
            ),
          )(request)
        : handler(request),
  };
}

const timeIn = (text: string): string => text.slice(10).replace(/\.\d+/, "");

const DAY = 86_400_000;

function dayOfYear(text: string): number {
  return 1 + (Date.parse(text.slice(0, 10)) - Date.parse(`${text.slice(0, 4)}-01-01`)) / DAY;
}

/** The ISO week and weekday of a date. */
function weekOf(text: string): string {
  const day = Date.parse(text.slice(0, 10));
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const thursday = new Date(day + (3 - weekday) * DAY).toISOString();
  const week = Math.ceil(dayOfYear(thursday) / 7);
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, "0")}-${weekday + 1}`;
}

/** Removes time zones, except from the two timestamps that payouts promise with an offset. */
function bare(object: Body): Body {
  const promised = PAYOUTS.includes(object["object"]) ? ["createdAt", "updatedAt"] : [];
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) =>
      typeof value === "string" && UTC_TIMESTAMP.test(value) && !promised.includes(name)
        ? [name, value.slice(0, -1).replace(/(T\d\d:\d\d):00(\.0+)?$/, "$1")]
        : [name, value],
    ),
  );
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;

/** The areas whose creations move no money. */
const PAYMENT_AREAS: readonly Area[] = ["paymentIntents", "checkoutSessions"];

const isNumeral = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));

const NUMBERS = { name: "number", accepts: isNumeral } as const;

const AREAS: readonly Area[] = ["paymentIntents", "checkoutSessions", "disbursements", "remittances"];

const CREATIONS = ["createPaymentIntent", "createSession", "createDisbursement", "createRemittance"];

const inAll = (change: (area: Area) => Replace): Replace => inOrder(...AREAS.map(change));

const withRules =
  (change: (spec: FieldSpec) => readonly Rule[]) =>
  (area: Area): Replace =>
    creating(area, (create) => ({
      ...create,
      fields: create.fields.map((spec) => ({ ...spec, rules: change(spec) })),
    }));

const dropping = (...names: readonly string[]) =>
  withRules(({ rules }) => rules.filter(({ name }) => !names.includes(name)));

const amountsOnly = (add: Rule) =>
  withRules(({ field, rules }) => (field === "amount" || field === "total" ? [...rules, add] : rules));

/** Changes the list of errors in validation refusals. */
const reportingFaults = (change: (errors: readonly Body[]) => readonly Body[]): Replace =>
  inOrder(
    ...[400, 422].map((status) =>
      answering(CREATIONS, status, (body) => {
        if (Array.isArray(body["errors"])) body["errors"] = change(body["errors"].filter(isObject));
      }),
    ),
  );

/** Other choices at the open points in `spec/areas/conventions.yaml`. */
export const variants = named<Variant>({
  "timestamps-to-the-second": {
    openPoints: ["timestamp-forms"],
    what: "Timestamps have no fraction of a second",
    wrap: (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value) =>
          typeof value === "string" && TIMESTAMP.test(value) ? value.replace(/\.\d+/, "") : value,
        ),
      ),
  },
  "timestamps-with-offset": {
    openPoints: ["timestamp-forms"],
    what: "Timestamps have six fractional digits and a numeric offset",
    wrap: (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value) =>
          typeof value === "string" && TIMESTAMP.test(value)
            ? value.replace(
                /(?:\.(\d+))?(?:Z|\+00:00)$/,
                (_ending, digits: string = "") => `.${digits.padEnd(6, "0")}+00:00`,
              )
            : value,
        ),
      ),
  },
  "timestamps-in-basic-format": otherFormat("in basic format", (text) => text.replace(/[-:]/g, "")),
  "timestamps-of-the-year": otherFormat(
    "ordinal dates, without a fraction of a second",
    (text) => `${text.slice(0, 4)}-${String(dayOfYear(text)).padStart(3, "0")}${timeIn(text)}`,
  ),
  "timestamps-of-the-week": otherFormat(
    "dates of a week, without a fraction of a second",
    (text) => `${weekOf(text)}${timeIn(text)}`,
  ),
  "timestamps-without-zone": {
    openPoints: ["timestamp-forms"],
    what: "Timestamps have no zone unless the document promises one, and no seconds if these are zero",
    wrap: (handler) => async (request) =>
      new URL(request.url).pathname.startsWith("/v1/")
        ? rewriting(handler, (body) => everywhere(body, (value) => (isObject(value) ? bare(value) : value)))(
            request,
          )
        : handler(request),
  },
  "amounts-bounded": {
    openPoints: ["amount-bounds"],
    what: "Amounts below 100, above 2,000,000,000, or not a multiple of five francs are refused",
    replace: inAll(
      amountsOnly({
        name: "range",
        accepts: (value) => Number(value) >= 100 && Number(value) <= 2e9 && Number(value) % 5 === 0,
      }),
    ),
  },
  "amounts-unbounded": {
    openPoints: ["amount-bounds"],
    what: "Zero and negative amounts are accepted",
    replace: inAll(dropping("positive", "max")),
  },
  "francs-of-central-africa-only": {
    openPoints: ["currencies-beyond-xaf"],
    what: "Only XAF is accepted",
    replace: inAll(
      withRules(({ field, rules }) =>
        field === "currency"
          ? [...rules, { name: "supported", accepts: (value) => /^xaf$/i.test(String(value)) }]
          : rules,
      ),
    ),
  },
  "any-currency": {
    openPoints: ["currencies-beyond-xaf"],
    what: "Every currency code is accepted",
    replace: inAll(
      withRules(({ field, rules }) =>
        field === "currency" ? rules.filter(({ name }) => name !== "enum") : rules,
      ),
    ),
  },
  "fractions-rounded": {
    openPoints: ["fractional-amounts"],
    what: "Amounts with a fraction are rounded",
    replace: inAll((area) =>
      reading(area, (body) => {
        for (const name of ["amount", "total"]) {
          const value = body[name];
          if (typeof value === "number") body[name] = Math.round(value);
        }
      }),
    ),
  },
  "numbers-coerced": {
    openPoints: ["number-coercion"],
    what: "Quoted numbers are read as numbers, and numbers as strings",
    replace: inAll((area) =>
      reading(area, (body) => {
        for (const name of ["amount", "total"]) {
          const value = body[name];
          if (area !== "remittances" && typeof value === "string" && /^\d+$/.test(value))
            body[name] = Number(value);
        }
        for (const name of ["description", "first_name", "last_name"]) {
          if (typeof body[name] === "number") body[name] = String(body[name]);
        }
      }),
    ),
  },
  "null-is-absent": {
    openPoints: ["optional-null"],
    what: "A null optional parameter counts as absent",
    replace: inAll((area) =>
      reading(area, (body) => {
        for (const name of ["description", "metadata", "items"]) if (body[name] === null) delete body[name];
      }),
    ),
  },
  "empty-texts-taken": {
    openPoints: ["required-empty"],
    what: "An empty string is a valid value",
    replace: inAll(
      withRules(({ rules }) =>
        rules
          .filter(({ name }) => !["enum", "url"].includes(name))
          .map((rule) =>
            rule.name === "required"
              ? { ...rule, accepts: (value) => value !== undefined && value !== null }
              : rule,
          ),
      ),
    ),
  },
  "unknown-fields-refused": {
    openPoints: ["unknown-body-fields"],
    what: "Undeclared fields are refused",
    replace: inAll((area) =>
      creating(area, (create) => ({
        ...create,
        fields: [
          ...create.fields,
          { field: "unheardOf", rules: [{ name: "unknown", accepts: (value) => value === undefined }] },
        ],
      })),
    ),
  },
  "unknown-fields-kept": {
    openPoints: ["unknown-body-fields"],
    what: "Undeclared fields are returned",
    replace: answering(CREATIONS, 200, (body) => {
      body["unheardOf"] = true;
    }),
  },
  "refusals-in-other-order": {
    openPoints: ["refusal-precedence"],
    what: "Guards run in the opposite order",
    replace: inAll((area) =>
      creating(area, (create) => ({ ...create, fields: [...create.fields].reverse() })),
    ),
  },
  "first-fault-only": {
    openPoints: ["validation-extent"],
    what: "A refusal names only the first fault",
    replace: reportingFaults((errors) => errors.slice(0, 1)),
  },
  "other-messages": {
    openPoints: ["validation-message-words"],
    what: "Error messages are sentences in another language",
    replace: reportingFaults((errors) =>
      errors.map((error) => ({ ...error, message: "Ce champ n’est pas valable." })),
    ),
  },
  "fields-by-last-member": {
    openPoints: ["validation-nested-field"],
    what: "A nested parameter is named by its last member",
    replace: reportingFaults((errors) =>
      errors.map((error) => ({ ...error, field: String(error["field"]).split(".").at(-1) })),
    ),
  },
  "fields-with-brackets": {
    openPoints: ["validation-nested-field"],
    what: "A nested parameter is named with brackets",
    replace: reportingFaults((errors) =>
      errors.map((error) => {
        const [first, ...rest] = String(error["field"]).split(".");
        return { ...error, field: `${first}${rest.map((step) => `[${step}]`).join("")}` };
      }),
    ),
  },
  "rules-as-codes": {
    openPoints: ["validation-rule-names"],
    what: "The rules in errors are uppercase codes",
    replace: reportingFaults((errors) =>
      errors.map((error) => ({ ...error, rule: `E_${String(error["rule"]).toUpperCase()}` })),
    ),
  },
  "metadata-as-text": {
    openPoints: ["metadata-values"],
    what: "Metadata values are stored as strings",
    replace: recording("paymentIntents", ({ metadata }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata).map(([name, value]) => [
          name,
          typeof value === "string" ? value : JSON.stringify(value),
        ]),
      ),
    })),
  },
  "amounts-kept-as-sent": {
    openPoints: ["fractional-amounts", "number-coercion", "amount-bounds"],
    what: "Any number, also a quoted one, is accepted as an amount and returned as it was sent",
    replace: inOrder(
      ...PAYMENT_AREAS.map((area) =>
        creating(area, (create) => ({
          ...create,
          fields: create.fields.map((spec) =>
            spec.field === "amount" || spec.field === "total"
              ? { ...spec, rules: [...spec.rules.filter(({ name }) => name === "required"), NUMBERS] }
              : spec,
          ),
        })),
      ),
    ),
  },
  "events-with-further-members": {
    openPoints: ["event-casing-defect"],
    what: "Every event has additional members, in Connect's events also in other casings",
    replace: emitting((event) => [
      {
        ...event,
        data: {
          ...event.data,
          traceReference: "t",
          ...(event.envelope === "connect" ? { trace_reference: "t", Links: [{ HREF: "x" }] } : {}),
        },
      },
    ]),
  },
});
