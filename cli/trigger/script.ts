import type { Step, StepRequest } from "./steps.ts";

/** Values by name, as variables of a shell. */
export type Values = Readonly<Record<string, string>>;

/** The lines that begin the script of a plan: a function that reads a field of an answer, and the values that the plan uses. */
export function beginningOf(
  { PAY = "", CHECKOUT = "", ACCOUNT = "", CONTROL = "", ...more }: Values,
  { plan, isKeyKnown }: { readonly plan: readonly Step[]; readonly isKeyKnown: boolean },
): readonly string[] {
  const used = plan.flatMap(({ requests }) => requests.flatMap(linesOf)).join("\n");
  return [
    `field() { node -p "JSON.parse(require('fs').readFileSync(0)).$1"; }`,
    `PAY=${PAY} CHECKOUT=${CHECKOUT} ACCOUNT=${ACCOUNT}`,
    `CONTROL=${CONTROL}`,
    isKeyKnown ? `KEY=$(curl -sS ${tokenOf("$CONTROL")}"$CONTROL/keys" | field test)` : "KEY=$PAYCONFORM_KEY",
    ...Object.entries(more)
      .filter(([name]) => name !== "KEY" && used.includes(`$${name}`))
      .map(([name, value]) => `${name}=${value}`),
  ];
}

/** The lines of a request. */
export function linesOf({ line, body, idempotencyKey, gives = {} }: StepRequest): readonly string[] {
  const [method = "", url = ""] = line.split(" ");
  const key = url.startsWith("$CONTROL") ? "" : '-H "Authorization: Bearer $KEY" ';
  const curl = [
    `curl -sS ${method === "GET" || body !== undefined ? "" : `-X ${method} `}"${url}" `,
    tokenOf(url),
    key,
    idempotencyKey === undefined ? "" : `-H "Idempotency-Key: ${idempotencyKey}" `,
    body === undefined ? "" : `-H "Content-Type: application/json" -d ${quoted(body)}`,
  ]
    .join("")
    .trim();
  const names = Object.entries(gives);
  return names.length === 0
    ? [curl]
    : [
        `ANSWER=$(${curl})`,
        ...names.map(([name, place]) => `${name}=$(printf %s "$ANSWER" | field ${quoteless(place)})`),
      ];
}

const tokenOf = (url: string): string =>
  url.startsWith("$CONTROL") && process.env["PAYCONFORM_CONTROL_TOKEN"] !== undefined
    ? '-H "Control-Token: $PAYCONFORM_CONTROL_TOKEN" '
    : "";

const quoted = (body: string): string =>
  body.includes("$") ? `"${body.replaceAll('"', '\\"')}"` : `'${body}'`;
const quoteless = (place: string): string => (/^[\w.]+$/.test(place) ? place : `'${place}'`);

/** A text with its variables replaced. */
export const filled = (text: string, values: Values): string =>
  text.replaceAll(/\$([A-Z_]+)/g, (whole, name: string) => values[name] ?? whole);

/** The values that an answer gives. Those that it does not have are missing. */
export const givenBy = (answer: unknown, gives: StepRequest["gives"] = {}): Values =>
  Object.fromEntries(
    Object.entries(gives).flatMap(([name, place]) => {
      const value = (place.match(/\w+/g) ?? []).reduce<unknown>(
        (inner, member) => (inner as Readonly<Record<string, unknown>> | undefined)?.[member],
        answer,
      );
      return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
    }),
  );
