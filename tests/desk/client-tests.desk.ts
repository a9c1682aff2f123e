import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { createAuthority, issue } from "../../emulator/tls/certificates.ts";
import { ended } from "../child-process.ts";
import { compiled } from "../compiled.ts";
import { root } from "../cli/command-line.ts";

/** A copy of the example in an empty folder, as a user has it. */
function copied(): string {
  const folder = join(mkdtempSync(join(tmpdir(), "payconform-tests-")), "tests");
  cpSync(join(root, "examples/tests"), folder, { recursive: true });
  return folder;
}

const env = { PAYCONFORM: `${process.execPath} ${join(compiled(), "cli/main.js")}` };

test("two workers of pytest run the example side by side", async () => {
  const cwd = copied();
  const run = () => ended("python3", ["-m", "pytest", "-q", "-p", "no:cacheprovider"], { cwd, env });
  for (const { code, stdout, stderr } of await Promise.all([run(), run()]))
    expect([code, stdout, stderr]).toEqual([0, expect.stringContaining("2 passed"), ""]);
});

test("go test runs the example", async () => {
  const { code, stdout } = await ended("go", ["test", "-count=1", "./..."], { cwd: copied(), env });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok\s+payments/)]);
});

test("curl and Python trust the authority of an emulator with HTTPS, and Python without it does not", async () => {
  const authority = createAuthority(Date.now());
  const file = join(copied(), "authority.pem");
  writeFileSync(file, authority.cert);
  await using emulator = await startEmulator({
    listen: { tls: issue(authority, ["127.0.0.1"], Date.now()) },
  });
  const url = `${String(emulator.address.controlUrl)}/health`;
  const options = { cwd: root };
  const curl = await ended("curl", ["-sS", "--cacert", file, url], options);
  expect([curl.code, curl.stdout]).toEqual([0, expect.stringContaining('"status":"ok"')]);
  const script = `import ssl, urllib.request as r
context = ssl.create_default_context()
context.verify_flags |= ssl.VERIFY_X509_STRICT
print(r.urlopen("${url}", context=context).status)`;
  const trusting = await ended("python3", ["-c", script], { ...options, env: { SSL_CERT_FILE: file } });
  expect([trusting.code, trusting.stdout]).toEqual([0, "200\n"]);
  const other = await ended("python3", ["-c", script], options);
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("CERTIFICATE_VERIFY_FAILED")]);
});
