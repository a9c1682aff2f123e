import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { run } from "../../../cli/api.ts";
import { areasOf, mapWithRetry, obstacleOf } from "../../../cli/targets/inquiry.ts";
import { mapOperations, type OperationMap } from "../../../cli/targets/operation-map.ts";
import { contractOperations } from "../../../harness/contract.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import type { RunEvent } from "../../../harness/results.ts";
import { groupBy } from "../../../reports/text/text.ts";
import { operationMapText } from "../../../reports/console/operation-map.ts";
import { catalogue } from "../../../spec/index.ts";
import * as local from "../../local-server.ts";
import { startIntentsServer } from "../../harness/intents-server.ts";
import { inThisProcess } from "../command-line.ts";
import { startEmulator } from "../../../emulator/start.ts";

const KEY = "sk_test_half_0123456789";
/** A server, and the requests that it received. */
async function serving(answer: RequestListener): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const { url, close } = await local.serving((request, response) => {
    received.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  onTestFinished(close);
  return { url, received };
}

const json =
  (status: number, body: unknown) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

const nothing = json(404, { message: "Route not found" });
const web = (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "text/html" }).end("<html>hello</html>");
};
/** A server that creates payment intents, breaks off the connection on the overview, and has no other route. */
const half = (request: IncomingMessage, response: ServerResponse): void => {
  const { method, url = "" } = request;
  if (method === "POST" && url === "/v1/payment-intents")
    json(422, { errors: [{ rule: "required", field: "amount", message: "required validation failed" }] })(
      request,
      response,
    );
  else if (url.startsWith("/v1/connect/overview")) json(500, { message: "oops" })(request, response);
  else nothing(request, response);
};

/** A server that creates payment intents if the key is right, and has no other route. */
const keyed = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.method !== "POST" || request.url !== "/v1/payment-intents") nothing(request, response);
  else if (request.headers.authorization !== `Bearer ${KEY}`)
    json(401, { message: "Unauthorized" })(request, response);
  else json(201, { id: "pi_1", accountId: "acct_1", liveMode: false })(request, response);
};

const targetAt = (
  baseUrl: string,
  { checkoutUrl = baseUrl, exchangeMs = 15_000, keys = { test: KEY } } = {},
) => ({
  profile: withDefaults({ target: { baseUrl, checkoutUrl }, deadlines: { exchangeMs } }),
  ...{ keys, access: { headers: {} }, liveKeyAllowed: false },
});

const mapOf = (
  baseUrl: string,
  {
    areas = areasOf(catalogue),
    ...options
  }: Parameters<typeof targetAt>[1] & { areas?: Iterable<string> } = {},
): Promise<OperationMap> => mapOperations(targetAt(baseUrl, options), new Set(areas));

const doctor = (url: string) => inThisProcess(["doctor", "--target", url], { env: { PAYCONFORM_KEY: KEY } });

describe("the map of operations", () => {
  test("shows which routes answer as documented, which do not, and which are missing", async () => {
    const { url } = await serving(half);
    const { operations, otherService, absent } = await mapOf(url);
    const states = Object.fromEntries(operations.map(({ operation, state }) => [operation, state]));
    expect(states).toMatchObject({
      createPaymentIntent: "documented",
      retrieveOverview: "other",
      listAccounts: "absent",
      retrieveAccount: "absent",
      createDisbursement: "absent",
      // A 404 of an unknown id is documented, so only an existing object shows the route.
      retrievePaymentIntent: "untried",
      retrieveRemittance: "untried",
    });
    expect(otherService).toBe(null);
    // Only a valid request shows that a route for creation is absent.
    expect(absent).toContain("listAccounts");
    expect(absent).not.toContain("createDisbursement");
    const text = operationMapText(operations);
    expect(text).toMatch(/§4\.7 Connected accounts +missing\n/);
    expect(text).toMatch(
      /§4\.6 .* 1 unexpected answer, 3 missing\n +GET \/v1\/connect\/overview answers 500 /,
    );
    expect(text.split("\n").length).toBeLessThan(15);
  });

  test("shows what the document says if a body contradicts it", async () => {
    const { close, key, url } = await startIntentsServer((answer, { path }) =>
      answer.status === 404 && path.includes("intents")
        ? { ...answer, body: '{"message":"unknown"}' }
        : answer,
    );
    const { operations } = await mapOf(url, { keys: { test: key }, areas: ["payment-intents"] });
    await close();
    expect(operationMapText(operations)).toContain(
      'GET /v1/payment-intents/{id} answers 404 {"message":"unknown"}; expected /message: must match pattern " not found$"',
    );
  });

  test("counts a route that breaks off the connection as existing", async () => {
    const { url } = await serving((request, response) =>
      request.url === "/v1/payment-intents" ? request.socket.destroy() : nothing(request, response),
    );
    const { operations, otherService } = await mapOf(url, { areas: ["payment-intents"] });
    expect(operationMapText(operations)).toMatch(
      /POST \/v1\/payment-intents with the body \{\} answers nothing: the connection /,
    );
    expect(otherService).toBe(null);
  });

  test("expects a refusal of a body without its required fields", async () => {
    const { url } = await serving(keyed);
    const { operations } = await mapOf(url, { areas: ["payment-intents"] });
    expect(operationMapText(operations)).toContain(
      'POST /v1/payment-intents with the body {} answers 201 {"id":"pi_1","accountId":"acct_1","liveMode":false}; expected a refusal, because amount, currency are missing',
    );
  });

  test("shows the emulator as documented", async () => {
    await using emulator = await startEmulator({ seed: 5 });
    const { operations, otherService } = await mapOf(emulator.paymentUrl, {
      checkoutUrl: emulator.checkoutUrl,
      keys: { test: emulator.merchant.testKey },
    });
    expect(operations.filter(({ state }) => state !== "documented")).toEqual([]);
    expect(otherService).toBe(null);
  });

  test("sends a change only in the areas of the selected rules", async () => {
    const { url, received } = await serving(half);
    await mapOf(url, { areas: ["payment-intents", "overview"] });
    // Every session first looks for the checkout host.
    const changes = received.filter((line) => line.startsWith("POST") && line !== "POST /v1/sessions");
    expect(changes).toEqual(["POST /v1/payment-intents"]);
    expect(received.some((line) => line.startsWith("GET /v1/connect/accounts"))).toBe(false);
  });

  test.each([
    [
      "web pages",
      web,
      /does not serve this interface: GET \/v1\/\S+ answered 200 <html>hello<\/html>, and all \d+/,
    ],
    ["404 to everything", nothing, /does not serve this interface: GET \/v1\/\S+ answered 404 /],
  ])("says in one sentence that a server is another service: %s", async (_what, answer, says) => {
    const { url } = await serving(answer);
    expect((await mapOf(url)).otherService).toMatch(says);
    expect((await mapOf(url, { areas: ["payment-intents"] })).otherService).toMatch(says);
  });

  test("suggests the URL without the version", async () => {
    const { url } = await serving(nothing);
    expect((await mapOf(`${url}/v1`)).otherService).toContain(
      `leave out /v1, which each path has: try ${url}`,
    );
  });

  test("does not report a server with one route as another service, whichever rules are selected", async () => {
    const { url } = await serving((request, response) =>
      (request.url === "/v1/payment-intents" ? json(422, { errors: [] }) : nothing)(request, response),
    );
    expect((await mapOf(url, { areas: ["overview"] })).otherService).toBe(null);
  });

  test("says in one sentence that every route refuses the test key", async () => {
    const { url } = await serving(json(401, { message: `no ${KEY} here` }));
    const { otherService, keyRefusal } = await mapOf(url, { areas: ["payment-intents"] });
    expect(otherService).toBe(null);
    expect(keyRefusal).toMatch(
      /refuses the test key: \w+ \/v1\/payment-intents\S* answered 401 .*, as did all 2 documented routes that were tried; set /,
    );
    expect(keyRefusal).toContain("PAYCONFORM_KEY");
    expect(keyRefusal).not.toContain(KEY);
    // One route that accepts the key is enough.
    const open = await serving((request, response) =>
      (request.method === "POST" ? json(422, { errors: [] }) : json(401, {}))(request, response),
    );
    expect((await mapOf(open.url)).keyRefusal).toBe(null);
  });

  test("waits for a rate limit, but not long", { timeout: 20_000 }, async () => {
    const limit = (after: string) => (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(429, { "retry-after": after, "content-type": "application/json" }).end("{}");
    const asked = new Set<string>();
    const { url } = await serving((request, response) => {
      const once = `${request.method} ${request.url}`;
      if (request.url !== "/v1/payment-intents") return limit("40")(request, response);
      if (asked.has(once)) return half(request, response);
      asked.add(once);
      return limit("0")(request, response);
    });
    const { operations } = await mapOf(url, { areas: ["payment-intents"] });
    const states = Object.fromEntries(operations.map(({ operation, state }) => [operation, state]));
    expect(states).toMatchObject({ createPaymentIntent: "documented", retrievePaymentIntent: "untried" });
  });

  describe("if a rate limit refuses every request", { timeout: 20_000 }, () => {
    const limited = (after: string | undefined, isOver: () => boolean) =>
      serving((request, response) => {
        if (isOver()) return half(request, response);
        return response.writeHead(429, after === undefined ? {} : { "retry-after": after }).end();
      });

    test.each([
      [undefined, "without Retry-After", null],
      ["90", "with Retry-After 90 s", 90_000],
    ])("says so in one sentence (Retry-After %s)", async (after, says, asksMs) => {
      const { url } = await limited(after, () => false);
      const waits: string[] = [];
      const map = await mapWithRetry(targetAt(url), new Set(["payment-intents"]), {
        onWait: (why) => waits.push(why),
      });
      expect(map.limit).toEqual({
        shown: `${url} answers 429 ${says} to all 2 documented routes that were tried`,
        asksMs,
      });
      expect(obstacleOf(map)).toMatch(/were tried; run again when its rate limit allows requests/);
      expect(waits).toEqual([]);
    });

    test("waits once for the requested time", async () => {
      let isOver = false;
      const { url } = await limited("4", () => isOver);
      const waits: string[] = [];
      const map = await mapWithRetry(targetAt(url), new Set(["payment-intents"]), {
        onWait: (why) => {
          waits.push(why);
          isOver = true;
        },
      });
      expect(obstacleOf(map)).toBe(null);
      expect(map.operations.some(({ state }) => state === "documented")).toBe(true);
      expect(waits).toEqual([expect.stringMatching(/ with Retry-After 4 s .*; waiting 4 s, as it asks$/)]);
    });
  });

  test("ends if nothing answers", async () => {
    const { url } = await serving(() => undefined);
    const { operations, otherService } = await mapOf(url, { exchangeMs: 200 });
    expect(operations.every(({ state }) => state === "untried")).toBe(true);
    expect(otherService).toBe(null);
  });
});

describe("a run", () => {
  test("begins with the map, and requests a missing route only for its own rule", async () => {
    const { url, received } = await serving(half);
    const events: RunEvent[] = [];
    const result = await run({
      target: url,
      keys: { test: KEY },
      rules: ["vendors"],
      profile: { target: { baseUrl: url }, deadlines: { consistencyMs: 50 } },
      onEvent: (event) => events.push(event),
    });
    expect(events[0]?.type).toBe("mapped");
    expect(result.operations?.find(({ operation }) => operation === "listAccounts")?.state).toBe("absent");
    const verdicts = new Map(result.rules.map((rule) => [rule.id, rule]));
    expect(verdicts.get("vendors/list-accounts-is-served")?.verdict).toBe("violated");
    expect(
      verdicts.get("vendors/list-default-page")?.needs.map(({ id }) => id) ?? ["route.listAccounts"],
    ).toContain("route.listAccounts");
    // Once for the map, and twice for the rule of the route.
    expect(received.filter((line) => line === "GET /v1/connect/accounts")).toHaveLength(3);
  });

  test.each([{ notOffered: [] }, { notOffered: ["remittances"] }])(
    "judges the credentials on the existing routes ($notOffered)",
    async ({ notOffered }) => {
      const { url } = await serving(keyed);
      const rules = ["wrong-scheme", "key-without-scheme", "altered-key", "scheme-without-key"];
      const result = await run({
        target: url,
        keys: { test: KEY },
        rules: rules.map((name) => `authentication/${name}`),
        profile: { target: { baseUrl: url }, deadlines: { consistencyMs: 50 }, notOffered },
      });
      expect(result.rules.map(({ verdict }) => verdict)).toEqual(rules.map(() => "passed"));
    },
  );
});

describe("doctor", () => {
  test("does not report that a web server accepts the key", async () => {
    const { url } = await serving(web);
    const ended = await doctor(url);
    expect(ended.stdout).toMatch(/PROBLEM +interface +.* does not serve this interface: /);
    expect(ended.stdout).not.toMatch(/accepted|test key/);
    expect(ended.code).toBe(3);
  });

  test("shows the map, and accepts no key on a missing route", async () => {
    const { url } = await serving(half);
    const ended = await doctor(url);
    expect(ended.stdout).toMatch(/operations\n +§4\.1 Payment intents +1 as documented, 1 not known yet\n/);
    expect(ended.stdout).toMatch(
      /note +test key +not refused, but not verified: GET \/v1\/payment-intents\/\S+ is answered like an unknown path/,
    );
    const sections = groupBy(
      contractOperations.values(),
      ({ servedRule }) => catalogue.find(({ id }) => id === servedRule)?.section ?? "",
    );
    const rows = [...ended.stdout.matchAll(/^ +§(4\.\d+) .*? {2,}(.+)$/gm)].map(
      ([, section = "", states = ""]) => ({ section, numbers: states.match(/\d+(?= )/g)?.map(Number) }),
    );
    expect(rows.map(({ section }) => section)).toEqual([...sections.keys()].sort());
    for (const { section, numbers } of rows) {
      const all = sections.get(section)?.length;
      expect(numbers?.reduce((sum, number) => sum + number) ?? all).toBe(all);
    }
  });

  test("does not propose to leave out a section with a route to which only changes are sent", async () => {
    const { url } = await serving((request, response) =>
      (request.method === "POST" && request.url === "/v1/remittance" ? json(422, { errors: [] }) : half)(
        request,
        response,
      ),
    );
    const ended = await doctor(url);
    const proposed = /notOffered: \[(.*)\]/.exec(ended.stdout)?.[1]?.split(", ");
    expect(proposed).toContain("disbursements");
    expect(proposed).not.toContain("remittances");
  });
});
