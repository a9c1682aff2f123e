import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseProfile } from "../../harness/profile/load.ts";
import { startIntentsServer } from "../harness/intents-server.ts";
import { emptyFolder } from "../cli/command-line.ts";
import { startEmulator } from "../../emulator/start.ts";

const emulator = await startEmulator({ seed: 5 });
afterAll(() => emulator.close());
const root = join(import.meta.dirname, "../..");

/** Python's standard library gives a command a terminal, which Node cannot. */
const IN_A_TERMINAL = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)";

/** Runs `init` in a terminal whose user answers each question by its path, and skips the others with Enter. */
async function answered(
  folder: string,
  args: readonly string[],
  answers: Readonly<Record<string, readonly string[]>>,
  key = emulator.merchant.testKey,
): Promise<{ readonly code: number | null; readonly shown: string; readonly questions: readonly string[] }> {
  const command = [process.execPath, "--import", "tsx", join(root, "cli/main.ts"), "init", ...args];
  const child = spawn(
    "python3",
    ["-c", IN_A_TERMINAL, ...command, "--out", join(folder, "payconform.yaml")],
    {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", PAYCONFORM_KEY: key },
    },
  );
  const questions: string[] = [];
  const left = new Map(Object.entries(answers).map(([path, lines]) => [path, [...lines]]));
  let shown = "";
  let answeredUpTo = 0;
  child.stdout.on("data", (bytes: Buffer) => {
    shown += bytes.toString();
    const fresh = shown.slice(answeredUpTo);
    if (
      !/^[^\n]*> $/m.test(
        fresh
          .split("\n")
          .at(-1)
          ?.replace(/\u001b\[[\d;]*[A-Za-z]/g, "") ?? "",
      )
    )
      return;
    answeredUpTo = shown.length;
    const asked = [...fresh.matchAll(/^\d+\/\d+ (\S+):/gm)].at(-1)?.[1];
    if (asked !== undefined) questions.push(asked);
    child.stdin.write(`${left.get(questions.at(-1) ?? "")?.shift() ?? ""}\r`);
  });
  const code = await new Promise<number | null>((resolve) => void child.on("close", resolve));
  return { code, shown, questions };
}

test("init asks in a terminal, tries the answers, and writes a profile with them", async () => {
  const folder = emptyFolder();
  const { address } = emulator;
  const { code, shown, questions } = await answered(folder, ["--target", address.paymentUrl], {
    "target.checkoutUrl": ["nonsense", address.checkoutUrl],
    "target.controlUrl": [address.controlUrl ?? ""],
    "ports.createCustomer": ['POST checkout /v1/customers { name: "{name}" }'],
  });
  expect([code, shown.slice(code === 0 ? shown.length : 0)]).toEqual([0, ""]);
  expect(shown).toContain('not accepted: target.checkoutUrl: "nonsense" is not allowed');
  expect(questions.filter((path) => path === "target.checkoutUrl")).toHaveLength(1);
  expect(questions.some((path) => path.startsWith("fields."))).toBe(true);
  const profile = parseProfile(readFileSync(join(folder, "payconform.yaml"), "utf8"), "payconform.yaml");
  expect(profile.target).toMatchObject({
    checkoutUrl: address.checkoutUrl,
    controlUrl: address.controlUrl,
  });
  expect(profile.ports?.["createCustomer"]).toMatchObject({ outputs: { customerId: "/id" } });
});

test("done skips every other question, also those that would follow", async () => {
  const { code, questions } = await answered(emptyFolder(), ["--target", emulator.address.paymentUrl], {
    "target.checkoutUrl": ["done"],
  });
  expect([code, questions]).toEqual([0, ["target.checkoutUrl"]]);
});

test("a server with one section is asked for its hosts only", async () => {
  const { close, key, url } = await startIntentsServer((answer) => answer);
  try {
    const { code, shown, questions } = await answered(emptyFolder(), ["--target", url], {}, key);
    expect([code, questions]).toEqual([0, ["target.checkoutUrl", "target.controlUrl"]]);
    expect(shown.replaceAll(/\s+/g, " ")).toMatch(
      /has no route yet of §4\.2 Checkout sessions; .* §4\.9 Subscriptions\. Settings that only these need are not asked for/,
    );
  } finally {
    await close();
  }
});
