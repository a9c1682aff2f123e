import type { FieldSpec, Rule } from "../../emulator/kernel/validate.ts";
import { inOrder, type Replace, type Variant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { type Area, creating, reading } from "../shared/creations.ts";
import { emitting } from "./parts/events.ts";
import { recordingIntent } from "./parts/payment-intents.ts";
import { answering, variant } from "./parts/variant.ts";

/** The creations that move no money yet. */
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

/** Refusals of validation with their list changed. */
const reportingFaults = (change: (errors: readonly Body[]) => readonly Body[]): Replace =>
  inOrder(
    ...[400, 422].map((status) =>
      answering(CREATIONS, status, (body) => {
        if (Array.isArray(body["errors"])) body["errors"] = change(body["errors"].filter(isObject));
      }),
    ),
  );

/** Other choices at the open points in `spec/areas/conventions.yaml`: values, fields and refusals of creations. */
export const conventionsVariants: readonly Variant[] = [
  variant(
    "amounts-bounded",
    "amount-bounds",
    "Amounts below 100 and above two milliards are refused, and what coins of five francs do not pay",
    inAll(
      amountsOnly({
        name: "range",
        accepts: (value) => Number(value) >= 100 && Number(value) <= 2e9 && Number(value) % 5 === 0,
      }),
    ),
  ),
  variant(
    "amounts-unbounded",
    "amount-bounds",
    "Zero and negative amounts are taken",
    inAll(dropping("positive", "max")),
  ),
  variant(
    "francs-of-central-africa-only",
    "currencies-beyond-xaf",
    "No currency but XAF is taken",
    inAll(
      withRules(({ field, rules }) =>
        field === "currency"
          ? [...rules, { name: "supported", accepts: (value) => /^xaf$/i.test(String(value)) }]
          : rules,
      ),
    ),
  ),
  variant(
    "any-currency",
    "currencies-beyond-xaf",
    "Every currency code is taken",
    inAll(
      withRules(({ field, rules }) =>
        field === "currency" ? rules.filter(({ name }) => name !== "enum") : rules,
      ),
    ),
  ),
  variant(
    "fractions-rounded",
    "fractional-amounts",
    "Amounts with a fraction are rounded",
    inAll((area) =>
      reading(area, (body) => {
        for (const name of ["amount", "total"]) {
          const value = body[name];
          if (typeof value === "number") body[name] = Math.round(value);
        }
      }),
    ),
  ),
  variant(
    "numbers-coerced",
    "number-coercion",
    "Numbers in quotes are numbers, and numbers are texts where one is wanted",
    inAll((area) =>
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
  ),
  variant(
    "null-is-absent",
    "optional-null",
    "Null in place of an optional parameter is as if it was not there",
    inAll((area) =>
      reading(area, (body) => {
        for (const name of ["description", "metadata", "items"]) if (body[name] === null) delete body[name];
      }),
    ),
  ),
  variant(
    "empty-texts-taken",
    "required-empty",
    "An empty text is a value like another",
    inAll(
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
  ),
  variant(
    "unknown-fields-refused",
    "unknown-body-fields",
    "A field that no route declares is refused",
    inAll((area) =>
      creating(area, (create) => ({
        ...create,
        fields: [
          ...create.fields,
          { field: "unheardOf", rules: [{ name: "unknown", accepts: (value) => value === undefined }] },
        ],
      })),
    ),
  ),
  variant(
    "unknown-fields-kept",
    "unknown-body-fields",
    "A field that no route declares comes back",
    answering(CREATIONS, 200, (body) => {
      body["unheardOf"] = true;
    }),
  ),
  variant(
    "refusals-in-other-order",
    "refusal-precedence",
    "Reasons to refuse are tried in the opposite order",
    inAll((area) => creating(area, (create) => ({ ...create, fields: [...create.fields].reverse() }))),
  ),
  variant(
    "first-fault-only",
    "validation-extent",
    "A refusal names the first fault only",
    reportingFaults((errors) => errors.slice(0, 1)),
  ),
  variant(
    "other-messages",
    "validation-message-words",
    "Messages of faults are whole sentences in another language",
    reportingFaults((errors) =>
      errors.map((error) => ({ ...error, message: "Ce champ n’est pas valable." })),
    ),
  ),
  variant(
    "fields-by-last-member",
    "validation-nested-field",
    "A nested parameter is named by its last member",
    reportingFaults((errors) =>
      errors.map((error) => ({ ...error, field: String(error["field"]).split(".").at(-1) })),
    ),
  ),
  variant(
    "fields-with-brackets",
    "validation-nested-field",
    "A nested parameter is named with brackets",
    reportingFaults((errors) =>
      errors.map((error) => {
        const [first, ...rest] = String(error["field"]).split(".");
        return { ...error, field: `${first}${rest.map((step) => `[${step}]`).join("")}` };
      }),
    ),
  ),
  variant(
    "rules-as-codes",
    "validation-rule-names",
    "Rules of faults are codes in capital letters",
    reportingFaults((errors) =>
      errors.map((error) => ({ ...error, rule: `E_${String(error["rule"]).toUpperCase()}` })),
    ),
  ),
  variant(
    "metadata-as-text",
    "metadata-values",
    "Metadata values are kept as texts",
    recordingIntent(({ metadata }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata).map(([name, value]) => [
          name,
          typeof value === "string" ? value : JSON.stringify(value),
        ]),
      ),
    })),
  ),
  variant(
    "amounts-kept-as-sent",
    ["fractional-amounts", "number-coercion", "amount-bounds"],
    "Any number is an amount, in quotes too, and is answered as it was sent",
    inOrder(
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
  ),
  variant(
    "events-with-further-members",
    "event-casing-defect",
    "Every event has further members; those of Connect's in a casing that its description does not have",
    emitting((event) => [
      {
        ...event,
        data: {
          ...event.data,
          traceReference: "t",
          ...(event.envelope === "connect" ? { trace_reference: "t", Links: [{ HREF: "x" }] } : {}),
        },
      },
    ]),
  ),
];
