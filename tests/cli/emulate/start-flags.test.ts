import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, it } from "vitest";
import { emptyFolder, emulating, refusalOf } from "../command-line.ts";

/** What an emulator with these flags printed in all, and what `look` saw when it was ready. */
async function started<T>(flags: readonly string[], look: () => T, env: Record<string, string> = {}) {
  const { end, ...printed } = await emulating(flags, { env });
  // The file is written after the line.
  await after(200);
  const seen = look();
  return { ...printed, ...(await end()), seen };
}

it("writes a file when it is ready, with the line that it prints, and removes it at the end", async () => {
  const file = join(emptyFolder(), "ready.json");
  const look = () => ({ text: readFileSync(file, "utf8"), mode: statSync(file).mode & 0o777 });
  const { code, stdout, seen } = await started(["--ready-file", file], look);
  expect([code, seen, existsSync(file)]).toEqual([0, { text: stdout, mode: 0o600 }, false]);
  expect(await refusalOf(["emulate", "--ready-file", join(file, "none")])).toContain("is not writable");
});

it("makes an authority at the first start with HTTPS, and keeps it", async () => {
  const folder = join(emptyFolder(), "authority");
  const look = () => readFileSync(join(folder, "authority.pem"), "utf8");
  const first = await started(["--https", folder], look);
  const { paymentUrl, authority } = first;
  expect([authority, new URL(paymentUrl).protocol]).toEqual([join(folder, "authority.pem"), "https:"]);
  expect(first.stderr).toContain(
    `Clients must trust ${authority}: NODE_EXTRA_CA_CERTS=${authority} for Node`,
  );
  expect(statSync(join(folder, "authority-key.pem")).mode & 0o777).toBe(0o600);
  expect((await started([], look, { PAYCONFORM_EMULATE_HTTPS: folder })).seen).toBe(first.seen);
  writeFileSync(join(folder, "authority.pem"), "no certificate");
  expect(await refusalOf(["emulate", "--https", folder])).toContain("has another or an expired authority");
});

it("reads each flag from a variable, and prefers the flag", async () => {
  const env = {
    PAYCONFORM_EMULATE_SEED: "7",
    PAYCONFORM_EMULATE_NO_DASHBOARD: "1",
    PAYCONFORM_EMULATE_LOG: "false",
    PAYCONFORM_EMULATE_ALLOW_HOST: "a.test b.test",
    PAYCONFORM_EMULATE_FAULT: "error:status=503, repeat-event",
  };
  const ended = await started([], () => undefined, env);
  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  expect(ended.stdout).not.toContain("dashboardUrl");
  const same = await started(["--seed", "7"], () => undefined);
  const other = await started(["--seed", "8"], () => undefined, env);
  expect(ended.key).toBe(same.key);
  expect(other.key).not.toBe(same.key);
  expect(await refusalOf(["emulate"], { env: { PAYCONFORM_EMULATE_PORT: "x" } })).toContain(
    "PAYCONFORM_EMULATE_PORT",
  );
});
