import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder, inThisProcess, payconform } from "../command-line.ts";

/** Starts the emulator until it has printed its line, and returns what it printed and what `look` saw then. */
async function started<T>(args: readonly string[], look: () => T, env: Record<string, string> = {}) {
  let seen: T | undefined;
  const ended = await payconform(["emulate", ...args], {
    env,
    onOutput: (_text, kill) => {
      // The file is written after the line.
      setTimeout(() => {
        seen = look();
        kill("SIGTERM");
      }, 200);
    },
  });
  return { ...ended, seen };
}

it("writes a file when it is ready, with the line that it prints, and removes it at the end", async () => {
  const file = join(emptyFolder(), "ready.json");
  const look = () => ({ text: readFileSync(file, "utf8"), mode: statSync(file).mode & 0o777 });
  const { code, stdout, seen } = await started(["--ready-file", file], look);
  expect([code, seen, existsSync(file)]).toEqual([0, { text: stdout, mode: 0o600 }, false]);
  const none = await inThisProcess(["emulate", "--ready-file", join(file, "none")]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("is not writable")]);
});

it("makes an authority at the first start with HTTPS, and keeps it", async () => {
  const folder = join(emptyFolder(), "authority");
  const look = () => readFileSync(join(folder, "authority.pem"), "utf8");
  const first = await started(["--https", folder], look);
  const { paymentUrl, authority } = JSON.parse(first.stdout) as { paymentUrl: string; authority: string };
  expect([first.code, authority, new URL(paymentUrl).protocol]).toEqual([
    0,
    join(folder, "authority.pem"),
    "https:",
  ]);
  expect(first.stderr).toContain(
    `Clients must trust ${authority}: NODE_EXTRA_CA_CERTS=${authority} for Node`,
  );
  expect(statSync(join(folder, "authority-key.pem")).mode & 0o777).toBe(0o600);
  expect((await started([], look, { PAYCONFORM_EMULATE_HTTPS: folder })).seen).toBe(first.seen);
  writeFileSync(join(folder, "authority.pem"), "no certificate");
  const broken = await inThisProcess(["emulate", "--https", folder]);
  expect([broken.code, broken.stderr]).toEqual([
    2,
    expect.stringContaining("has another or an expired authority"),
  ]);
});

it("reads each flag from a variable, and prefers the flag", async () => {
  const env = {
    PAYCONFORM_EMULATE_SEED: "7",
    PAYCONFORM_EMULATE_NO_DASHBOARD: "1",
    PAYCONFORM_EMULATE_LOG: "false",
    PAYCONFORM_EMULATE_ALLOW_HOST: "a.test b.test",
    PAYCONFORM_EMULATE_FAULT: "error:status=503, repeat-event",
  };
  const accountOf = (text: string) =>
    (JSON.parse(text) as { merchants: { accountId: string }[] }).merchants[0]?.accountId;
  const ended = await started([], () => undefined, env);
  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  expect(ended.stdout).not.toContain("dashboardUrl");
  const same = await started(["--seed", "7"], () => undefined);
  const other = await started(["--seed", "8"], () => undefined, env);
  expect(accountOf(ended.stdout)).toBe(accountOf(same.stdout));
  expect(accountOf(other.stdout)).not.toBe(accountOf(same.stdout));
  const wrong = await inThisProcess(["emulate"], { env: { PAYCONFORM_EMULATE_PORT: "x" } });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("PAYCONFORM_EMULATE_PORT")]);
});
