/* Answers that are valid HTTP with unexpected content. */
import { testMisbehaviours } from "./misbehaving.ts";
import { always, creating, onCreation, onRequest } from "./misbehaviour.ts";
import { answerRight, type Behaviour, drip, http, json, length, startWireServer } from "./wire-server.ts";

const refusing = (status: number, ...more: string[]): Behaviour =>
  always(() => http({ status, body: "{}", more }));
const retryAfter = (...values: string[]): Behaviour =>
  refusing(429, ...values.map((value) => `retry-after: ${value}`));
const status = (status: number): Behaviour => onCreation(({ right }) => http({ ...right, status }));
const id = (id: string): Behaviour => creating((body) => ({ ...body, id }));
const before = (separator: string) => (name: string) => name.split(separator)[0] ?? "";
/** Gives intents other ids, and finds them under these. */
const called = (name: (id: string) => string, find: (name: string) => string): Behaviour => ({
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

testMisbehaviours("unjudged", {
  "answers 304 with a body": always(({ right }) => http({ ...right, status: 304 })),
  "answers 999": always(({ right }) => http({ ...right, status: 999 })),
  "redirects to itself forever": always(({ path }) =>
    http({ status: 302, headers: [`location: ${path}`, length(0)] }),
  ),
  "answers 503 forever": refusing(503),
  "hangs at every creation and answers the rest": onRequest((socket, request) => {
    if (request.method !== "POST") answerRight(socket, request);
  }),
});
testMisbehaviours(
  "unjudged",
  {
    "answers 429 forever": refusing(429),
    "answers 429 and asks to come back in a week": retryAfter("604800"),
    "answers 429 and asks to come back in the year 9999": retryAfter("Fri, 31 Dec 9999 23:59:59 GMT"),
    "answers 429 and asks for nonsense": retryAfter("-1e999", "soon"),
    "answers 429 and permits an immediate retry": retryAfter("0"),
    "answers 429 and asks to come back before now": retryAfter("-5"),
    "answers 429 and asks to come back in 1970": retryAfter("Thu, 01 Jan 1970 00:00:00 GMT"),
  },
  { waits: true },
);
testMisbehaviours(
  "unjudged",
  {
    "writes terminal escapes into its messages": onCreation(() =>
      http({
        status: 409,
        body: JSON.stringify({ message: "\u001b]0;owned\u0007\u001b[2J\u202e</script>]]>" }),
      }),
    ),
  },
  // A server that refuses with its own message is reachable.
  { shows: ["payment-intents/create-payment-intent-is-served"] },
);

testMisbehaviours("either", { "answers 204 with a body": status(204) });

testMisbehaviours("fair", {
  "lives in the year 1970": always(({ right }) =>
    http({
      ...right,
      body: right.body.toString().replace(/"20\d\d-[^"]+"/g, '"1970-01-01T00:00:00.000Z"'),
      more: ["date: Thu, 01 Jan 1970 00:00:00 GMT"],
    }),
  ),
  "writes line breaks into its ids": called((id) => `${id}\r\nx-injected: yes`, before("\r")),
  "writes paths into its ids": called((id) => `${id}/../../v1/test-helpers?x=1#y%2f`, before("/")),
  "climbs out of folders in its ids": called(
    (id) => `${id}/../../../../../../etc/passwd\0.json`,
    before("/"),
  ),
  "writes half characters into its ids": creating((body) =>
    JSON.stringify({ ...body, id: `${String(body["id"])}X` }).replace(/X"/, '\\ud800"'),
  ),
  "dies and comes back": async () => {
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
});
testMisbehaviours(
  "fair",
  {
    "writes ids of a hundred thousand letters": called((id) => `${id}-${"a".repeat(100_000)}`, before("-")),
  },
  { exchangeMs: 5_000 },
);
testMisbehaviours(
  "fair",
  {
    "takes a while for each answer": onRequest(
      (socket, request) => void setTimeout(() => answerRight(socket, request), 100),
    ),
    "drips its last bytes just in time": onRequest((socket, { right }) => {
      const headers = [json, length(right.body.byteLength)];
      socket.write(http({ ...right, body: right.body.subarray(0, -2), headers }));
      const rest = [...right.body.subarray(-2)];
      drip(socket, 20, () => Buffer.from(rest.splice(0, 1)));
    }),
  },
  { exchangeMs: 2_000 },
);

testMisbehaviours(
  { violated: ["payment-intents/create-status"] },
  {
    "answers 204": onCreation(() => http({ status: 204, headers: [] })),
    "answers 299": status(299),
    "answers 500 with a stack": onCreation(() =>
      http({
        status: 500,
        body: "Error: boom\n    at handler (/srv/app.js:1:1)",
        headers: ["content-type: text/plain", length(44)],
      }),
    ),
  },
);
testMisbehaviours(
  { violated: ["payment-intents/created-id-prefix"] },
  {
    "calls everything __proto__": id("__proto__"),
    "calls everything ..": id(".."),
    "gives no name to anything": id(""),
  },
);
testMisbehaviours(
  { violated: ["payment-intents/retrieved-id-matches"] },
  {
    "does not know its own ids": called(
      (id) => `${id}/other`,
      (id) => `${id}x`,
    ),
  },
);
testMisbehaviours(
  { violated: ["payment-intents/retrieve-payment-intent-is-served"] },
  {
    "has no route to its intents": onRequest((socket, request) => {
      if (request.method === "POST") answerRight(socket, request);
      else socket.write(http({ status: 404, body: '{"message":"There is no such route"}' }));
    }),
  },
);
