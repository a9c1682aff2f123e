import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { parseProfile } from "../../../harness/profile/load.ts";
import { resolveAccess, resolveKeys } from "../../../harness/profile/secrets.ts";
import { emptyFolder } from "../../empty-folder.ts";

const folder = emptyFolder();
writeFileSync(join(folder, "not-a-certificate.pem"), "hello");
const profileOf = (text: string) =>
  withDefaults(parseProfile(`target: { baseUrl: http://127.0.0.1:1 }\n${text}`, "payconform.yaml"));
const access = (text: string, env: Record<string, string> = {}) =>
  resolveAccess(profileOf(text), { env, folder });

test("headers and the proxy's credentials are read from where the profile says", () => {
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
  ["headers: { x-a: { env: A }, x-b: { env: B } }\n", {}, /headers.x-a: .*\nheaders.x-b: /],
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
  const keys = () =>
    resolveKeys(profileOf(""), { env: { PAYCONFORM_KEY: "sk_test_a\u0007b" }, folder, live: false });
  expect(keys).toThrow(/the test key from the environment variable PAYCONFORM_KEY contains characters/);
});
