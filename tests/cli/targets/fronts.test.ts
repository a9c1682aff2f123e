import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { describe, expect, onTestFinished, test } from "vitest";
import { run } from "../../../cli/api.ts";
import { adviceOn, unusedProxy } from "../../../cli/targets/advice.ts";
import { areasOf } from "../../../cli/targets/inquiry.ts";
import { mapOperations } from "../../../cli/targets/operation-map.ts";
import { unreachable } from "../../../cli/targets/reachability.ts";
import { type ProfileInput, withDefaults } from "../../../harness/profile/defaults.ts";
import type { Access } from "../../../harness/profile/types.ts";
import { catalogue } from "../../../spec/index.ts";
import { loopback } from "../../harness/http/certificate.ts";
import { createIntentsService } from "../../harness/intents-server.ts";
import { judgeUrl } from "../../harness/judge-url.ts";
import { listening, onBody } from "../../local-server.ts";
import { inThisProcess } from "../command-line.ts";

type Front = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** A server of payment intents, behind a front that passes some of the requests. */
async function behind(front: Front): Promise<{ url: string; key: string; received: IncomingMessage[] }> {
  const service = createIntentsService();
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    front(request, response, () =>
      onBody(request, (body) => {
        const { method = "", url = "/", headers } = request;
        const { authorization } = headers;
        const [path = "/"] = url.split("?");
        const answer = service.answer({ method, path, authorization, text: body.toString() });
        response.writeHead(answer.status, { "content-type": "application/json" });
        response.end(JSON.stringify(answer.body));
      }),
    );
  });
  const { url, close } = await listening(server);
  onTestFinished(close);
  return { url, key: service.key, received };
}

const describedAs = (profile: ProfileInput, access: Access = { headers: {} }) => ({
  profile: withDefaults(profile),
  access,
});

/** The map of the operations that a run asks for. */
const mapped = ({ url, key }: { url: string; key: string }, areas: ReadonlySet<string>) =>
  mapOperations(
    { ...describedAs({ target: { baseUrl: url } }), keys: { test: key }, liveKeyAllowed: false },
    areas,
  );
const intents = new Set(["payment-intents"]);

const page =
  (status: number): Front =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "text/html" }).end("<html>Forbidden</html>");

const isOfDocument = ({ url = "" }: IncomingMessage): boolean => url.startsWith("/v1/");
const rules = [
  "payment-intents/create-payment-intent-is-served",
  "payment-intents/retrieve-payment-intent-is-served",
];

describe("a front that serves the documented paths only", () => {
  const fronts: readonly (readonly [string, Front])[] = [
    [
      "closes the others",
      (request, _response, pass) => (isOfDocument(request) ? pass() : request.socket.destroy()),
    ],
    ["lets the others wait", (request, _response, pass) => (isOfDocument(request) ? pass() : undefined)],
  ];

  test.each(fronts)("and %s is reachable, and is judged", async (_what, front) => {
    const { url, key } = await behind(front);
    const profile = { target: { baseUrl: url }, deadlines: { exchangeMs: 2_000 } };
    expect(await unreachable(describedAs(profile))).toBe(null);
    const ended = await inThisProcess(["doctor", "--target", url], { env: { PAYCONFORM_KEY: key } });
    expect(ended.stdout).toMatch(/ok +payment host +http:\S+ answers 401 to GET \/v1\/\S+ in \d+ ms/);
    const result = await run({ target: url, keys: { test: key }, profile, rules });
    expect(result.rules.map(({ verdict }) => verdict)).toEqual(["passed", "passed"]);
  });

  test.each([
    ["closes", (request: IncomingMessage) => void request.socket.destroy()],
    ["lets wait", () => undefined],
  ])("is reachable if it %s all but one of them", async (_what, otherwise) => {
    const { url } = await behind((request, _response, pass) =>
      request.url === "/v1/connect/overview" ? pass() : otherwise(request),
    );
    const profile = { target: { baseUrl: url }, deadlines: { exchangeMs: 6_000 } };
    expect(await unreachable(describedAs(profile))).toBe(null);
  });

  test("is not reachable if it answers none of them, and is given no longer than one request", async () => {
    const { url } = await behind((request, response, pass) =>
      request.url === "/" ? pass() : void response.once("close", () => undefined),
    );
    const began = performance.now();
    const fault = await unreachable(
      describedAs({ target: { baseUrl: url }, deadlines: { exchangeMs: 400 } }),
    );
    expect(fault).toMatch(/is not reachable: no complete answer within \d+ ms; .*deadlines.exchangeMs/);
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});

test("a target whose first answer takes long has as long as the profile gives a request", async () => {
  let isCold = true;
  const front = await behind((_request, _response, pass) => {
    if (!isCold) return pass();
    setTimeout(() => {
      isCold = false;
      pass();
    }, 1_800);
  });
  const { operations } = await mapped(front, intents);
  expect(operations.find(({ operation }) => operation === "createPaymentIntent")?.state).toBe("documented");
});

describe("a firewall", () => {
  test("that refuses requests without a User-Agent lets the suite through", async () => {
    const { url, key, received } = await behind((request, response, pass) =>
      request.headers["user-agent"] === undefined ? page(403)(request, response, pass) : pass(),
    );
    const result = await run({ target: url, keys: { test: key }, rules });
    expect(result.rules.map(({ verdict }) => verdict)).toEqual(["passed", "passed"]);
    expect(new Set(received.map(({ headers }) => headers["user-agent"]))).toEqual(
      new Set([expect.stringMatching(/^payconform\/\d+\.\d+/)]),
    );
  });

  test("lets a User-Agent of the profile replace that of the suite", async () => {
    const { url, key, received } = await behind((_request, _response, pass) => pass());
    const profile = { target: { baseUrl: url }, headers: { "User-Agent": "own/1" } };
    await run({ target: url, keys: { test: key }, profile, rules });
    expect(new Set(received.map(({ headers }) => headers["user-agent"]))).toEqual(new Set(["own/1"]));
  });

  test("that answers every path with its page is named before any rule is judged", async () => {
    const front = await behind(page(403));
    const { otherService, absent } = await mapped(front, areasOf(catalogue));
    expect(otherService).toMatch(/answered 403 <html>Forbidden<\/html>.*firewall.* User-Agent payconform\//);
    expect(absent).toEqual([]);
  });

  test("that refuses every key before it looks for the route proves none", async () => {
    const { url, key } = await behind((_request, response) =>
      response.writeHead(401, { "content-type": "application/json" }).end('{"error":"Unauthorized"}'),
    );
    const { results } = await judgeUrl({
      profile: { target: { baseUrl: url } },
      testKey: key,
      patterns: rules.slice(0, 1),
    });
    const [served] = results.values();
    expect(served).toMatchObject({ verdict: "inconclusive", symptom: { kind: "status", actual: 401 } });
    expect(served?.reason).toMatch(/the key is refused before the route is looked for$/);
  });

  test.each([200, 403])("proves no route with a page that every path gets (%i)", async (status) => {
    const { url, key } = await behind(page(status));
    const profile = { target: { baseUrl: url }, deadlines: { exchangeMs: 2_000, consistencyMs: 20 } };
    const { results, by } = await judgeUrl({ profile, testKey: key, patterns: rules });
    expect(by("passed")).toEqual([]);
    expect(by("violated")).toEqual([]);
    expect(results.get(rules[0] ?? "")?.reason).toMatch(
      /, which is not a route: it may be the answer of a firewall/,
    );
  });
});

test("a redirect shows where to, and which URL to set", async () => {
  const front = await behind((request, response) =>
    response.writeHead(301, { location: `https://elsewhere.test/api${request.url ?? ""}` }).end(),
  );
  const { otherService } = await mapped(front, intents);
  expect(otherService).toMatch(/answered 301 \(Location: https:\/\/elsewhere.test\/api\/v1\//);
  expect(otherService).toContain("redirects are not followed: set the URL to https://elsewhere.test/api");
});

describe("a rate limit that answers 503", () => {
  /** Refuses a request that follows another one too soon, as that of nginx does with a burst of one. */
  function limitedTo(perSecond: number): Front {
    let freeAt = 0;
    return (_request, response, pass) => {
      const now = performance.now();
      if (freeAt - now > 1_000 / perSecond)
        return void response.writeHead(503, { "content-type": "text/html" }).end("<html>busy</html>");
      freeAt = Math.max(freeAt, now) + 1_000 / perSecond;
      pass();
    };
  }

  test("is named with a rate, at which the target passes", async () => {
    const { url, key } = await behind(limitedTo(50));
    const judged = (rules: readonly string[], requestsPerSecond?: number) =>
      run({
        target: url,
        keys: { test: key },
        profile: { target: { baseUrl: url }, ...(requestsPerSecond && { budget: { requestsPerSecond } }) },
        rules,
        runs: 1,
      });
    // More rules than it takes for some refusals, however fast the machine is.
    const first = await judged(["payment-intents"]);
    expect(first.totals.inconclusive).toBeGreaterThan(0);
    const [, rate] =
      /set budget\.requestsPerSecond: ([\d.]+) in the profile/.exec(first.warnings?.join("\n") ?? "") ?? [];
    expect(Number(rate)).toBeGreaterThan(0);
    const few = [
      "payment-intents/create-without-*",
      "payment-intents/unknown-id-is-404",
      "payment-intents/client-secret-has-random-part",
      "payment-intents/*-is-served",
    ];
    const second = await judged(few, Number(rate));
    expect(
      second.rules.filter(({ verdict }) => verdict === "inconclusive" || verdict === "violated"),
    ).toEqual([]);
    expect(second.warnings?.join("\n")).not.toContain("requestsPerSecond");
  }, 120_000);
});

describe("TLS", () => {
  const secured = async (options: object): Promise<string> => {
    const server = createTlsServer({ ...loopback, ...options }, (_request, response) => void response.end());
    const { port, close } = await listening(server);
    onTestFinished(close);
    return `https://127.0.0.1:${port}`;
  };
  const trusted = { headers: {}, certificateAuthority: loopback.cert };

  test("with a server that demands a certificate is advised to name one, and not to use http://", async () => {
    const url = await secured({ requestCert: true, rejectUnauthorized: true, ca: loopback.cert });
    const profile = { target: { baseUrl: url } };
    const fault = await unreachable(describedAs(profile, trusted));
    expect(fault).toMatch(/is not reachable: the .*network\.clientCertificate/);
    expect(fault).not.toContain("use http://");
    const clientCertificate = loopback;
    expect(await unreachable(describedAs(profile, { ...trusted, clientCertificate }))).toBe(null);
  });

  test("that no version of both sides fits is not advised to use http://", async () => {
    const url = await secured({
      minVersion: "TLSv1.3",
      maxVersion: "TLSv1.3",
      ciphers: "TLS_AES_128_CCM_SHA256",
    });
    const fault = await unreachable(describedAs({ target: { baseUrl: url } }, trusted));
    expect(fault).toMatch(/is not reachable: the/);
    expect(fault).not.toContain("use http://");
  });
});

describe("a proxy that only the environment names", () => {
  const profile = withDefaults({ target: { baseUrl: "https://target.test" } });
  const hint = (env: Record<string, string>, url = "https://target.test") => unusedProxy(url, profile, env);

  test("is named by its variable, without its value", () => {
    const shown = hint({ HTTPS_PROXY: "http://me:word@proxy.test" });
    expect(shown).toBe(
      "HTTPS_PROXY is set, but only a proxy in the profile is used: set `network.proxy.url`",
    );
    expect(hint({ https_proxy: "http://proxy.test" })).toMatch(/^https_proxy /);
    expect(hint({ ALL_PROXY: "http://proxy.test" })).toMatch(/^ALL_PROXY /);
    expect(hint({ HTTP_PROXY: "http://proxy.test" }, "http://target.test")).toMatch(/^HTTP_PROXY /);
  });

  test("is not named if it is not for this URL, or if the profile has one", () => {
    const env = { HTTPS_PROXY: "http://proxy.test" };
    expect(hint({})).toBe(null);
    expect(hint({ HTTP_PROXY: "http://proxy.test" })).toBe(null);
    expect(hint(env, "https://127.0.0.1:8080")).toBe(null);
    expect(hint({ ...env, NO_PROXY: "other.test, .test" })).toBe(null);
    expect(hint({ ...env, NO_PROXY: "*" })).toBe(null);
    const network = { proxy: { url: "http://proxy.test" } };
    expect(unusedProxy("https://target.test", { network }, env)).toBe(null);
  });

  test("is part of the advice about a target that is not found", () => {
    process.env["HTTPS_PROXY"] = "http://proxy.test";
    try {
      expect(
        adviceOn("no connection to the target (ENOTFOUND)", { url: "https://target.test", profile }),
      ).toBe(
        "; check the host name; HTTPS_PROXY is set, but only a proxy in the profile is used: set `network.proxy.url`",
      );
    } finally {
      delete process.env["HTTPS_PROXY"];
    }
  });
});
