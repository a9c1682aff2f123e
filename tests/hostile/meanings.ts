import { always, creating, type Misbehaviour, onCreation, onRequest } from "./misbehaviour.ts";
import { answerRight, drip, http, startWireServer } from "./wire-server.ts";

const json = "content-type: application/json";
const length = (bytes: number): string => `content-length: ${bytes}`;
const refusing = (status: number, ...headers: string[]): Misbehaviour["behaves"] =>
  always(() => http({ status, body: "{}", headers: [json, length(2), ...headers] }));

/** Gives intents other ids, and finds them under these. */
const called = (name: (id: string) => string, find: (name: string) => string): Misbehaviour["behaves"] => ({
  readsPath: (path) => {
    const [, start, segment] = /^(\/v1\/payment-intents\/)(.+)$/.exec(path) ?? [];
    if (start === undefined || segment === undefined) return path;
    return start + encodeURIComponent(find(decodeURIComponent(segment)));
  },
  onRequest: (socket, { right }) => {
    const body = JSON.parse(right.body.toString()) as Record<string, unknown>;
    const renamed = typeof body["id"] === "string" ? { ...body, id: name(body["id"]) } : body;
    socket.write(http({ status: right.status, body: JSON.stringify(renamed) }));
  },
});

/** Answers that are valid HTTP with unexpected content. */
export const meanings: readonly Misbehaviour[] = [
  {
    what: "answers 204",
    behaves: onCreation(() => http({ status: 204, headers: [] })),
    so: { violated: ["payment-intents/create-status"] },
  },
  {
    what: "answers 204 with a body",
    behaves: onCreation(({ right }) => http({ ...right, status: 204 })),
    so: "either",
  },
  {
    what: "answers 304 with a body",
    behaves: always(({ right }) => http({ ...right, status: 304 })),
    so: "unjudged",
  },
  {
    what: "answers 299",
    behaves: onCreation(({ right }) => http({ ...right, status: 299 })),
    so: { violated: ["payment-intents/create-status"] },
  },
  { what: "answers 999", behaves: always(({ right }) => http({ ...right, status: 999 })), so: "unjudged" },
  {
    what: "redirects to itself forever",
    behaves: always(({ path }) => http({ status: 302, headers: [`location: ${path}`, length(0)] })),
    so: "unjudged",
  },
  { what: "answers 429 forever", behaves: refusing(429), so: "unjudged", waits: true },
  {
    what: "answers 429 and asks to come back in a week",
    behaves: refusing(429, "retry-after: 604800"),
    so: "unjudged",
    waits: true,
  },
  {
    what: "answers 429 and asks to come back in the year 9999",
    behaves: refusing(429, "retry-after: Fri, 31 Dec 9999 23:59:59 GMT"),
    so: "unjudged",
    waits: true,
  },
  {
    what: "answers 429 and asks for nonsense",
    behaves: refusing(429, "retry-after: -1e999", "retry-after: soon"),
    so: "unjudged",
    waits: true,
  },
  {
    what: "answers 429 and permits an immediate retry",
    behaves: refusing(429, "retry-after: 0"),
    so: "unjudged",
    waits: true,
  },
  {
    what: "answers 429 and asks to come back before now",
    behaves: refusing(429, "retry-after: -5"),
    so: "unjudged",
    waits: true,
  },
  {
    what: "answers 429 and asks to come back in 1970",
    behaves: refusing(429, "retry-after: Thu, 01 Jan 1970 00:00:00 GMT"),
    so: "unjudged",
    waits: true,
  },
  { what: "answers 503 forever", behaves: refusing(503), so: "unjudged" },
  {
    what: "answers 500 with a stack",
    behaves: onCreation(() =>
      http({
        status: 500,
        body: "Error: boom\n    at handler (/srv/app.js:1:1)",
        headers: ["content-type: text/plain", length(44)],
      }),
    ),
    so: { violated: ["payment-intents/create-status"] },
  },
  {
    what: "lives in the year 1970",
    behaves: onRequest((socket, { right }) => {
      const body = Buffer.from(
        right.body.toString().replace(/"20\d\d-[^"]+"/g, '"1970-01-01T00:00:00.000Z"'),
      );
      socket.write(
        http({
          ...right,
          body,
          headers: [json, "date: Thu, 01 Jan 1970 00:00:00 GMT", length(body.byteLength)],
        }),
      );
    }),
    so: "fair",
  },
  {
    what: "writes line breaks into its ids",
    behaves: called(
      (id) => `${id}\r\nx-injected: yes`,
      (id) => id.split("\r")[0] ?? "",
    ),
    so: "fair",
  },
  {
    what: "writes paths into its ids",
    behaves: called(
      (id) => `${id}/../../v1/test-helpers?x=1#y%2f`,
      (id) => id.split("/")[0] ?? "",
    ),
    so: "fair",
  },
  {
    what: "climbs out of folders in its ids",
    behaves: called(
      (id) => `${id}/../../../../../../etc/passwd\0.json`,
      (id) => id.split("/")[0] ?? "",
    ),
    so: "fair",
  },
  {
    what: "writes ids of a hundred thousand letters",
    behaves: called(
      (id) => `${id}-${"a".repeat(100_000)}`,
      (id) => id.split("-")[0] ?? "",
    ),
    so: "fair",
    exchangeMs: 5_000,
  },
  {
    what: "calls everything __proto__",
    behaves: creating((body) => ({ ...body, id: "__proto__" })),
    so: { violated: ["payment-intents/created-id-prefix"] },
  },
  {
    what: "does not know its own ids",
    behaves: called(
      (id) => `${id}/other`,
      (id) => `${id}x`,
    ),
    so: { violated: ["payment-intents/retrieved-id-matches"] },
  },
  {
    what: "has no route to its intents",
    behaves: onRequest((socket, request) => {
      if (request.method === "POST") answerRight(socket, request);
      else socket.write(http({ status: 404, body: '{"message":"There is no such route"}' }));
    }),
    so: { violated: ["payment-intents/retrieve-payment-intent-is-served"] },
  },
  {
    what: "calls everything ..",
    behaves: creating((body) => ({ ...body, id: ".." })),
    so: { violated: ["payment-intents/created-id-prefix"] },
  },
  {
    what: "gives no name to anything",
    behaves: creating((body) => ({ ...body, id: "" })),
    so: { violated: ["payment-intents/created-id-prefix"] },
  },
  {
    what: "writes half characters into its ids",
    behaves: creating((body) =>
      JSON.stringify({ ...body, id: `${String(body["id"])}X` }).replace(/X"/, '\\ud800"'),
    ),
    so: "fair",
  },
  {
    what: "writes terminal escapes into its messages",
    behaves: onCreation(() =>
      http({
        status: 409,
        body: JSON.stringify({ message: "\u001b]0;owned\u0007\u001b[2J\u202e</script>]]>" }),
      }),
    ),
    so: "unjudged",
    // A server that refuses with its own message is reachable.
    shows: ["payment-intents/create-payment-intent-is-served"],
  },
  {
    what: "takes half of the patience for each answer",
    behaves: onRequest((socket, request) => void setTimeout(() => answerRight(socket, request), 100)),
    so: "fair",
    exchangeMs: 1_000,
  },
  {
    what: "hangs at every creation and answers the rest",
    behaves: onRequest((socket, request) => {
      if (request.method !== "POST") answerRight(socket, request);
    }),
    so: "unjudged",
  },
  {
    what: "drips its last bytes just in time",
    behaves: onRequest((socket, { right }) => {
      socket.write(
        http({ ...right, body: right.body.subarray(0, -2), headers: [json, length(right.body.byteLength)] }),
      );
      const rest = [...right.body.subarray(-2)];
      drip(socket, 20, () => Buffer.from(rest.splice(0, 1)));
    }),
    so: "fair",
    exchangeMs: 2_000,
  },
  {
    what: "dies and comes back",
    behaves: {},
    so: "fair",
    start: async () => {
      let restarted = false;
      const server = await startWireServer({
        onRequest: (socket, request) => {
          answerRight(socket, request);
          if (request.number < 20 || restarted) return;
          restarted = true;
          server.stop().then(
            () => setTimeout(() => void server.start().catch(() => undefined), 20),
            () => undefined,
          );
        },
      });
      return server;
    },
  },
];
