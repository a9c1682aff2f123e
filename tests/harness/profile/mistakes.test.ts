import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { parseProfile } from "../../../harness/profile/load.ts";
import { resolveAccess, resolveKeys } from "../../../harness/profile/secrets.ts";

const head = "target:\n  baseUrl: http://127.0.0.1:1\n";
const parse = (text: string) => parseProfile(text, "payconform.yaml");

describe("a mistake in a profile is reported with its line, its value and what is allowed", () => {
  test.each([
    ["no YAML", "target: [", /^payconform.yaml:\d+: not YAML or JSON/],
    ["no mapping", "- 1\n", /^payconform.yaml:1: the whole file: \[1\] has to be a mapping/],
    [
      "an unknown setting",
      `${head}targett: 1\n`,
      /:3: targett: unknown; did you mean target\? Allowed here: name, target, keys/,
    ],
    [
      "a URL of another kind",
      "target:\n  baseUrl: ftp://x\n",
      /:2: target.baseUrl: "ftp:\/\/x" is not allowed; allowed: /,
    ],
    ["a number where words belong", `${head}name: 5\n`, /:3: name: 5 has to be text/],
    [
      "a deadline of nothing",
      `${head}deadlines:\n  ruleMs: 0\n`,
      /:4: deadlines.ruleMs: 0 is not allowed; allowed: at least 1/,
    ],
    [
      "a deadline of an unknown kind",
      `${head}deadlines:\n  totalMs: 5\n`,
      /:4: deadlines.totalMs: unknown; allowed here: exchangeMs, ruleMs/,
    ],
    [
      "a singleton that does not exist",
      `${head}mayTouch: [overview]\n`,
      /:3: mayTouch.0: "overview" is not allowed; allowed: payout-schedule/,
    ],
    [
      "a pattern that matches no rule",
      `${head}notOffered:\n  - withdrawals\n  - withdrawls\n`,
      /:5: notOffered.1: "withdrawls" matches no rule; allowed: a rule id/,
    ],
    [
      "a fixture that nothing asks for",
      `${head}fixtures:\n  vendor-foriegn: acct_1\n`,
      /:4: fixtures.vendor-foriegn: unknown; did you mean vendor-foreign\? Allowed here: .*vendor-foreign/,
    ],
    [
      "a field that nothing asks for",
      `${head}fields:\n  balance: /x\n`,
      /:4: fields.balance: unknown; did you mean balance-\w+\? Allowed here: .*balance-available/,
    ],
    [
      "an unknown port",
      `${head}ports:\n  makeVendor: { method: POST, path: /x }\n`,
      /:4: ports.makeVendor: unknown; did you mean createVendor\? Allowed here: .*createVendor/,
    ],
    [
      "an unknown output of a port",
      `${head}ports:\n  createVendor:\n    method: POST\n    path: /x\n    outputs: { id: /id }\n`,
      /:7: ports.createVendor.outputs.id: unknown; allowed here: .*acct/,
    ],
    [
      "a placeholder without a value",
      `${head}ports:\n  createVendor: { method: POST, path: "/x/{shop}" }\n`,
      /:4: ports.createVendor: \{shop\} is not an input of this port and has no default; allowed: .*\{name\}/,
    ],
    [
      "an unknown method of a port",
      `${head}ports:\n  createVendor: { method: SEND, path: /x }\n`,
      /:4: ports.createVendor.method: "SEND" is not allowed; allowed: GET, POST/,
    ],
    [
      "a header that the suite sets itself",
      `${head}headers:\n  Authorization: Basic x\n`,
      /:4: headers.Authorization: .*none that the suite sets itself/,
    ],
    [
      "a header that breaks lines",
      `${head}headers:\n  x-a: "a\\nb"\n`,
      /:4: headers.x-a: "a\\nb" is not allowed; allowed: /,
    ],
    [
      "a proxy with a password in its URL",
      `${head}network:\n  proxy:\n    url: http://u:p@proxy:1\n`,
      /:5: network.proxy.url: .*without name and password/,
    ],
    [
      "a rate of nothing",
      `${head}budget:\n  requestsPerSecond: 0\n`,
      /:4: budget.requestsPerSecond: 0 is not allowed; allowed: above 0/,
    ],
    [
      "too many concurrent requests",
      `${head}inFlight: 65\n`,
      /:3: inFlight: 65 is not allowed; allowed: at most 64/,
    ],
  ])("%s", (_what, text, says) => {
    expect(() => parse(text)).toThrow(says);
  });

  test("all mistakes are reported together, in the order of their lines", () => {
    const text = `name: 5\n${head}fields: { vendor-name: x }\nports:\n  createVendor: { method: SEND, path: /x }\n  makeIt: { method: GET, path: /x }\nfixtures: { vendr: a }\n`;
    let message = "";
    try {
      parse(text);
    } catch (error) {
      message = String((error as Error).message);
    }
    expect(message.split("\n").map((line) => /:(\d+): ([\w.-]+):/.exec(line)?.slice(1))).toEqual([
      ["1", "name"],
      ["4", "fields.vendor-name"],
      ["6", "ports.createVendor.method"],
      ["7", "ports.makeIt"],
      ["8", "fixtures.vendr"],
    ]);
    const env = { B: "a\u0007b" };
    const headers = `${head}headers: { x-a: { env: A }, x-b: { env: B } }\n`;
    expect(() => resolveAccess(withDefaults(parse(headers)), { env, folder: "." })).toThrow(
      /headers.x-a: .*\nheaders.x-b: /,
    );
  });

  test("a key that stands in the profile is refused without being repeated", () => {
    const text = `${head}keys:\n  test: sk_test_canary_0123456789\n`;
    expect(() => parse(text)).toThrow(/:4: keys.test: the value \(not shown/);
    expect(() => parse(text)).not.toThrow(/canary/);
    expect(() => parse(`${head}name: [sk_test_canary_0123456789]\n`)).not.toThrow(/canary/);
  });

  test("an exponential expansion of aliases is reported like any other mistake", () => {
    const bomb = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? "a0: &a0 [x, x, x, x, x, x, x, x, x]"
        : `a${level}: &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join(", ")}]`,
    ).join("\n");
    expect(() => parse(`${head}${bomb}\n`)).toThrow(/payconform.yaml: not usable YAML/);
  });
});

describe("connection settings are read from where the profile says", () => {
  const folder = mkdtempSync(join(tmpdir(), "payconform-profile-"));
  writeFileSync(join(folder, "not-a-certificate.pem"), "hello");
  const access = (text: string, env: Record<string, string> = {}) =>
    resolveAccess(withDefaults(parse(head + text)), { env, folder });

  test("headers, the proxy's credentials", () => {
    const text = `headers: { x-a: plain, x-b: { env: B } }\nnetwork: { proxy: { url: "http://p:1", credentials: { env: P } } }\n`;
    expect(access(text, { B: "secret-b", P: "me:word" })).toEqual({
      headers: { "x-a": "plain", "x-b": "secret-b" },
      proxyCredentials: "me:word",
    });
  });

  test.each([
    ["headers: { x-b: { env: B } }\n", {}, /headers.x-b: the environment variable B is empty or not set/],
    ["headers: { x-b: { env: B } }\n", { B: "a\u0007b" }, /headers.x-b: .*allowed: printable ASCII/],
    ["headers: { x-b: { file: absent } }\n", {}, /cannot read the header's file absent: it does not exist/],
    [
      'network: { proxy: { url: "http://p:1", credentials: { env: P } } }\n',
      { P: "nobody" },
      /network.proxy.credentials: .*as name:password/,
    ],
    [
      "network: { certificateAuthorityFile: absent.pem }\n",
      {},
      /cannot read the certificate authority absent.pem: it does not exist/,
    ],
    [
      "network: { certificateAuthorityFile: not-a-certificate.pem }\n",
      {},
      /network.certificateAuthorityFile: not-a-certificate.pem contains no certificate; allowed: PEM/,
    ],
  ])("mistakes are reported: %s", (text, env, says) => {
    expect(() => access(text, env)).toThrow(says);
  });

  test("a key with characters that no header carries is refused without being repeated", () => {
    const profile = withDefaults(parse(head));
    const keys = () =>
      resolveKeys(profile, { env: { PAYCONFORM_KEY: "sk_test_a\u0007b" }, folder, live: false });
    expect(keys).toThrow(/the test key from the environment variable PAYCONFORM_KEY contains characters/);
  });
});
