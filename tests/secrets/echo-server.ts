import type { IncomingMessage } from "node:http";
import { type LocalServer, onBody, serving } from "../local-server.ts";
import { createIntentsService } from "../harness/intents-server.ts";
import type { Canary } from "./canaries.ts";
import { FORMS_OF_FORMS } from "./forms.ts";

/** The secrets that the server echoes to every client. */
export interface Planted {
  readonly key: Canary;
  readonly clientSecret: Canary;
  readonly cookie: Canary;
  /** Fields that the profile names as secret, with their values. */
  readonly fields: Readonly<Record<string, Canary>>;
  readonly number: string;
}

/** A service of intents that echoes every secret it knows, in each encoding, in every field. */
export async function startEchoServer(planted: Planted): Promise<LocalServer> {
  const service = createIntentsService();
  let count = 0;
  return serving((request, response) =>
    onBody(request, (sent) => {
      count += 1;
      const answer = service.answer({
        method: request.method ?? "GET",
        path: (request.url ?? "/").split("?")[0] ?? "/",
        authorization: request.headers.authorization === undefined ? undefined : `Bearer ${service.key}`,
        text: sent.toString(),
      });
      response.writeHead(answer.status, headersOf(planted));
      response.end(bodyOf(answer.body as Record<string, unknown>, { planted, request, count }));
    }),
  );
}

function headersOf({ key, cookie, clientSecret }: Planted): Record<string, string | string[]> {
  const half = Math.floor(key.secret.length / 2);
  return {
    "content-type": "application/json",
    "set-cookie": [`session=${cookie.secret}`, `again=${cookie.secret}`],
    "x-echo": key.secret,
    "x-echo-a": key.secret.slice(0, half),
    "x-echo-b": key.secret.slice(half),
    "x-basic": Buffer.from(`${key.secret}:`).toString("base64"),
    "x-session-token": cookie.secret,
    location: `/pay?client_secret=${encodeURIComponent(clientSecret.secret)}`,
  };
}

/** What was sent as a credential, with and without its scheme. */
function sent({ headers: { authorization = "" } }: IncomingMessage): readonly string[] {
  return [authorization, authorization.replace(/^\S+ /, "")];
}

/** Some of the forms, others for each request. */
function formsFor(count: number): readonly ((text: string) => string)[] {
  const some = 8;
  return Array.from(
    { length: some },
    (_, at) => FORMS_OF_FORMS[(count * some + at) % FORMS_OF_FORMS.length],
  ).flatMap((form) => (form === undefined ? [] : [form[1]]));
}

function bodyOf(
  body: Record<string, unknown>,
  context: { planted: Planted; request: IncomingMessage; count: number },
): string {
  const { planted, request, count } = context;
  const { key, clientSecret, fields } = planted;
  const told = {
    ...body,
    ...("clientSecret" in body ? { clientSecret: clientSecret.secret } : {}),
    ...Object.fromEntries(Object.entries(fields).map(([name, { secret }]) => [name, secret])),
    pin: Number(planted.number),
    card: {
      holder: { [Object.keys(fields)[0] ?? ""]: 1 },
      numbers: Object.values(fields).map(({ secret }) => secret),
    },
    message: [
      `your key is ${key.secret}`,
      ...sent(request).flatMap((text) => [text, ...formsFor(count).map((write) => write(text))]),
      encodeURIComponent(key.secret),
      encodeURIComponent(encodeURIComponent(key.secret)),
      Buffer.from(key.secret).toString("base64"),
      Buffer.from(`Bearer ${key.secret}`).toString("base64url"),
      Buffer.from(key.secret).toString("hex"),
      JSON.stringify(JSON.stringify({ key: key.secret, clientSecret: clientSecret.secret })),
      `<a href="?s=${clientSecret.secret}&amp;k=${key.secret.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">`,
    ].join(" "),
    echoed: [{ [key.secret]: clientSecret.secret }],
    pinAgain: `the pin is ${planted.number}`,
  };
  const text = JSON.stringify(told);
  // Before near-keys are tried, the right key creates something that can be read.
  const mustBeRead = request.method === "POST" && request.headers.authorization === `Bearer ${key.secret}`;
  switch (mustBeRead ? 3 + (count % 4) : count % 7) {
    case 0:
      return text.slice(0, -1);
    case 1:
      return `\ufeff${text}`;
    case 2:
      return `<html><script>window.state = ${text}</script></html>`;
    case 3:
      return JSON.stringify({
        ...told,
        padding: "p".repeat(65_300),
        again: clientSecret.secret,
        key: key.secret,
      });
    case 4:
      return text.replace(/"(?:[^"\\]|\\.)*"/g, (string) => string.replaceAll("s", "\\u0073"));
    default:
      return text;
  }
}
