import type { FieldSpec, Rule } from "../../emulator/kernel/validate.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { answering, type Body, isObject } from "../shared/answers.ts";
import { type Area, creating, reading, recording } from "../shared/creations.ts";
import { emitting } from "./parts/events.ts";

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

/** Other choices at the open points in `spec/areas/conventions.yaml`: values, fields and refusals of creations. */
export const variants = named<Variant>({
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
