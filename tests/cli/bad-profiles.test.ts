import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { runCommandLine } from "../../cli/program.ts";

const folder = mkdtempSync(join(tmpdir(), "payconform-bad-"));
const head = "target:\n  baseUrl: http://127.0.0.1:1\n";
const port = (binding: string): string => `${head}ports:\n  createVendor: ${binding}\n`;

afterEach(() => vi.restoreAllMocks());

/** What is wrong: the file, and the line, the setting, the value and what is allowed as the refusal has to name them. */
type Row = readonly [
  what: string,
  text: string,
  line: number,
  setting: string,
  value: string,
  allowed: string,
];

const ROWS: readonly Row[] = [
  [
    "a URL with a blank",
    "target:\n  baseUrl: http://a b\n",
    2,
    "target.baseUrl",
    '"http://a b"',
    "http:// or https://",
  ],
  [
    "a URL of another kind",
    "target:\n  baseUrl: ftp://x\n",
    2,
    "target.baseUrl",
    '"ftp://x"',
    "http:// or https://",
  ],
  [
    "a port beyond ports",
    "target:\n  baseUrl: http://x:99999\n",
    2,
    "target.baseUrl",
    '"http://x:99999"',
    "a port up to 65535",
  ],
  ["a URL without a host", "target:\n  baseUrl: 'http:///'\n", 2, "target.baseUrl", '"http:///"', "a host"],
  [
    "a checkout host without a scheme",
    `${head}  checkoutUrl: 127.0.0.1:2\n`,
    3,
    "target.checkoutUrl",
    '"127.0.0.1:2"',
    "http://",
  ],
  [
    "control given twice",
    `${head}  controlUrl: http://127.0.0.1:1/c\n  controlModule: ./c.mjs\n`,
    4,
    "target.controlModule",
    '"./c.mjs"',
    "one of the two",
  ],
  ["a misspelt setting", `${head}may_touch: [payout-schedule]\n`, 3, "may_touch", "unknown", "mayTouch"],
  [
    "a misspelt key",
    `${head}keys:\n  teste: { env: A }\n`,
    4,
    "keys.teste",
    "unknown",
    "test, live, otherTest, otherLive",
  ],
  [
    "an account of another kind",
    `${head}account: merchant_1\n`,
    3,
    "account",
    '"merchant_1"',
    "begins with acct_",
  ],
  ["an empty fixture", `${head}fixtures:\n  vendor: []\n`, 4, "fixtures.vendor", "[]", "at least one"],
  ["a nameless fixture", `${head}fixtures:\n  vendor: ""\n`, 4, "fixtures.vendor", '""', "at least one"],
  [
    "a misspelt fixture",
    `${head}fixtures:\n  vender: acct_1\n`,
    4,
    "fixtures.vender",
    "unknown",
    "vendor-foreign",
  ],
  [
    "funds in words",
    `${head}fixtures:\n  marketplace-funds: lots\n`,
    4,
    "fixtures.marketplace-funds",
    '"lots"',
    "whole francs",
  ],
  [
    "rates in words",
    `${head}fixtures:\n  commission-rates: [low, high]\n`,
    4,
    "fixtures.commission-rates",
    '["low","high"]',
    "three numbers",
  ],
  [
    "a pointer that is a name",
    `${head}fields:\n  balance-available: available\n`,
    4,
    "fields.balance-available",
    '"available"',
    '"/available"',
  ],
  [
    "a parameter that is a pointer",
    `${head}fields:\n  accounts-cursor-parameter: /cursor\n`,
    4,
    "fields.accounts-cursor-parameter",
    '"/cursor"',
    "name of a query parameter",
  ],
  [
    "a field that is no text",
    `${head}fields:\n  balance-available: {}\n`,
    4,
    "fields.balance-available",
    "{}",
    "text",
  ],
  [
    "a misspelt port",
    `${head}ports:\n  makeVendor: { method: POST, path: /x }\n`,
    4,
    "ports.makeVendor",
    "unknown",
    "createVendor",
  ],
  ["a port without a path", port("{ method: POST }"), 4, "ports.createVendor", "path", "missing"],
  [
    "a port's relative path",
    port("{ method: POST, path: v1/x }"),
    4,
    "ports.createVendor.path",
    '"v1/x"',
    "begins with /",
  ],
  [
    "a port on no host",
    port("{ method: POST, host: other, path: /x }"),
    4,
    "ports.createVendor.host",
    '"other"',
    "payment, checkout, control",
  ],
  [
    "a port's method that is none",
    port("{ method: SEND, path: /x }"),
    4,
    "ports.createVendor.method",
    '"SEND"',
    "GET, POST",
  ],
  [
    "a port's output that is no pointer",
    port("{ method: POST, path: /x, outputs: { acct: id } }"),
    4,
    "ports.createVendor.outputs.acct",
    '"id"',
    "JSON pointer",
  ],
  [
    "a placeholder that is no input",
    port('{ method: POST, path: "/{shop}" }'),
    4,
    "ports.createVendor",
    "{shop}",
    "{name}",
  ],
  ["an amount of nothing", `${head}ordinary:\n  amount: 0\n`, 4, "ordinary.amount", "0", "at least 1"],
  [
    "an amount as text",
    `${head}ordinary:\n  amount: "5000"\n`,
    4,
    "ordinary.amount",
    '"5000"',
    "a whole number",
  ],
  [
    "a currency of four letters",
    `${head}ordinary:\n  currency: XAFF\n`,
    4,
    "ordinary.currency",
    '"XAFF"',
    "three letters",
  ],
  [
    "a phone as a number",
    `${head}ordinary:\n  msisdn: 242060000000\n`,
    4,
    "ordinary.msisdn",
    "242060000000",
    "text",
  ],
  [
    "two ways of events",
    `${head}events:\n  receiver: { port: 1 }\n  feed: { path: /x }\n`,
    3,
    "events",
    "feed",
    "exactly one of: receiver, feed",
  ],
  ["no way of events", `${head}events: {}\n`, 3, "events", "{}", "exactly one of: receiver, feed"],
  [
    "a receiver beyond ports",
    `${head}events:\n  receiver: { port: 70000 }\n`,
    4,
    "events.receiver.port",
    "70000",
    "at most 65535",
  ],
  [
    "a certificate without its key",
    `${head}events:\n  receiver: { certificateFile: a.pem }\n`,
    4,
    "events.receiver",
    "certificateFile",
    "keyFile is missing",
  ],
  ["a feed without a path", `${head}events:\n  feed: { list: /x }\n`, 4, "events.feed", "path", "missing"],
  [
    "a public URL that is a name",
    `${head}events:\n  receiver: { publicUrl: tunnel }\n`,
    4,
    "events.receiver.publicUrl",
    '"tunnel"',
    "http://",
  ],
  [
    "half a millisecond",
    `${head}deadlines:\n  ruleMs: 1.5\n`,
    4,
    "deadlines.ruleMs",
    "1.5",
    "a whole number",
  ],
  [
    "a deadline beyond an hour",
    `${head}deadlines:\n  ruleMs: 99999999\n`,
    4,
    "deadlines.ruleMs",
    "99999999",
    "at most 3600000",
  ],
  [
    "a deadline with its unit",
    `${head}deadlines:\n  ruleMs: 60s\n`,
    4,
    "deadlines.ruleMs",
    '"60s"',
    "a whole number",
  ],
  [
    "one word for a list",
    `${head}mayTouch: payout-schedule\n`,
    3,
    "mayTouch",
    '"payout-schedule"',
    "a list; allowed in it: payout-schedule",
  ],
  ["an area that is none", `${head}notOffered: [withdrawls]\n`, 3, "notOffered.0", '"withdrawls"', "an area"],
  [
    "a budget of nothing",
    `${head}budget:\n  accountCreationsPerMinute: 0\n`,
    4,
    "budget.accountCreationsPerMinute",
    "0",
    "at least 1",
  ],
  [
    "a misspelt budget",
    `${head}budget:\n  requestPerSecond: 1\n`,
    4,
    "budget.requestPerSecond",
    "unknown",
    "requestsPerSecond",
  ],
  ["nothing at once", `${head}inFlight: 0\n`, 3, "inFlight", "0", "at least 1"],
  [
    "a header's name with a blank",
    `${head}headers:\n  "x a": b\n`,
    4,
    "headers.x a",
    '"x a"',
    "a header's name",
  ],
  [
    "a header of the suite's own",
    `${head}headers:\n  HOST: b\n`,
    4,
    "headers.HOST",
    '"HOST"',
    "none that the suite sets itself",
  ],
  ["a header that is a number", `${head}headers:\n  x-a: 5\n`, 4, "headers.x-a", "5", "text or a mapping"],
  [
    "a proxy that is a URL",
    `${head}network:\n  proxy: http://p:1\n`,
    4,
    "network.proxy",
    '"http://p:1"',
    "url, credentials",
  ],
  [
    "a proxy of another kind",
    `${head}network:\n  proxy: { url: "socks5://p:1" }\n`,
    4,
    "network.proxy.url",
    '"socks5://p:1"',
    "an http or https URL",
  ],
  ["a secret field that is a number", `${head}secretFields: [5]\n`, 3, "secretFields.0", "5", "text"],
  ["nothing under a name", `${head}events:\n`, 3, "events", "nothing", "a mapping"],
  ["a list", "- 1\n", 1, "the whole file", "[1]", "a mapping"],
];

test("there are enough of them", () => expect(ROWS.length).toBeGreaterThanOrEqual(30));

async function refused(name: string, text: string): Promise<{ code: number; says: string }> {
  const file = join(folder, name);
  writeFileSync(file, text);
  let says = "";
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    says += String(chunk);
    return true;
  });
  const code = await runCommandLine(["node", "payconform", "run", "--dry-run", "--profile", file]);
  return { code, says };
}

test.each(ROWS)("%s", async (_what, text, line, setting, value, allowed) => {
  const { code, says } = await refused("payconform.yaml", text);
  expect(code).toBe(2);
  expect(says.trim().split("\n")).toHaveLength(1);
  expect(says).toContain(`payconform.yaml:${line}: ${setting}: `);
  const [, told = ""] = says.split(`payconform.yaml:${line}: ${setting}: `);
  expect(told).toContain(value);
  expect(told).toContain(allowed);
});

test.each([
  ["tabs", "target:\n\tbaseUrl: x\n", /payconform.yaml:2: not YAML or JSON: Tabs are not allowed/],
  [
    "a setting twice",
    `${head}name: a\nname: b\n`,
    /payconform.yaml:4: not YAML or JSON: Map keys must be unique/,
  ],
  [
    "two documents",
    `${head}---\n${head}`,
    /payconform.yaml:3: not YAML or JSON: several documents in one file/,
  ],
  ["half a JSON document", '{"target": ', /payconform.yaml:1: not YAML or JSON/],
  [
    "an empty file",
    "",
    /payconform.yaml: the whole file: there is nothing: it has to be a mapping; allowed in it: name, target/,
  ],
])("a file of %s", async (_what, text, says) => {
  const ended = await refused("payconform.yaml", text);
  expect(ended.code).toBe(2);
  expect(ended.says).toMatch(says);
  expect(ended.says).not.toMatch(/\n\s+at /);
});

test.each([
  [
    "a password",
    "http://me:canary@x",
    /carries a user name or a password; name them as a secret under headers/,
  ],
  ["a token", "http://x/?token=canary", /carries a query or a fragment; allowed after the host: a path/],
])("a URL with %s is refused without being repeated", async (_what, url, says) => {
  const { code, says: told } = await refused("payconform.yaml", `target:\n  baseUrl: ${url}\n`);
  expect(code).toBe(2);
  expect(told).toMatch(/payconform.yaml:2: target.baseUrl: what stands there \(not shown\)/);
  expect(told).toMatch(says);
  expect(told).not.toContain("canary");
});
