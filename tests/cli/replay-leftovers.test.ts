import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type StartedEmulator, startEmulator } from "../../emulator/start.ts";
import { type Listening, listenOn } from "../../emulator/http/listen.ts";
import { folderWith, inThisProcess, payconform } from "./command-line.ts";

/** A target whose test clocks cannot be deleted while `refuses`; `made` and `deleted` count them. */
let emulator: StartedEmulator;
let checkout: Listening;
let refuses: boolean;
let made: number;
let deleted: number;
/** The number of creations that are answered; the next one happens, emits its event, and is never answered. */
let most: number;
let onMost: () => void;

beforeAll(async () => {
  emulator = await startEmulator({ seed: 8 });
  checkout = await listenOn({
    host: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const isDeletion = request.method === "DELETE";
      if (isDeletion && refuses) return Response.json({ message: "not today" }, { status: 503 });
      const answer = await emulator.emulator.checkoutFetch(request);
      if (request.method === "POST" && answer.ok) made += 1;
      if (request.method === "POST" && made > most) await new Promise(() => onMost());
      if (isDeletion && answer.ok) deleted += 1;
      return answer;
    },
  });
});
beforeEach(() => {
  refuses = false;
  made = 0;
  deleted = 0;
  most = Infinity;
});
afterAll(async () => {
  await checkout.close();
  await emulator.close();
});

/** A recorded violation in the folder to which a run writes it. */
function recorded(runs: number): { folder: string; file: string; env: Record<string, string> } {
  const file = "payconform-out/replays/test-clocks__retrieve-gives-the-created.json";
  const violation = {
    schemaVersion: 1,
    suite: { name: "payconform", version: "0.0.0", contract: "v1" },
    rule: "test-clocks/retrieve-gives-the-created",
    seed: 1,
    runs,
    target: { baseUrl: emulator.paymentUrl, checkoutUrl: checkout.url },
    profile: "0".repeat(64),
    case: null,
  };
  const folder = folderWith({ [file]: JSON.stringify(violation) });
  return { folder, file, env: { PAYCONFORM_KEY: emulator.merchant.testKey } };
}

const sweep = (at: { folder: string; env: Record<string, string> }) =>
  inThisProcess(`sweep --target ${emulator.paymentUrl} --checkout-url ${checkout.url}`, at);

test("replay reports what it leaves on the target, and sweep deletes it", async () => {
  refuses = true;
  const { folder, file, env } = recorded(2);
  const ended = await inThisProcess(["replay", file], { folder, env });
  expect(ended.stdout).toMatch(/left on the target .*\n +test clock \S+: its deletion answered 503/);
  expect(ended.stdout).toMatch(/^ +payconform sweep --out payconform-out$/m);
  const log = join(folder, "payconform-out/leftovers.jsonl");
  expect(readFileSync(log, "utf8").trim().split("\n")).toHaveLength(made);

  refuses = false;
  const swept = await sweep({ folder, env });
  expect(swept.stdout).toContain(`${made} deleted, 0 left`);
  expect(deleted).toBe(made);
  expect(existsSync(log)).toBe(false);
});

test("an interrupted replay deletes what it created, and reports what remains", async () => {
  const { folder, file, env } = recorded(100_000);
  most = 3;
  let asked = false;
  const ended = await payconform(["replay", file], {
    folder,
    env,
    onOutput: (_text, kill) => {
      onMost = () => {
        if (!asked) kill("SIGINT");
        asked = true;
      };
    },
  });
  expect(ended.stderr).toMatch(/interrupted/);
  expect(ended.stdout).toMatch(/exit code 3: incomplete: the run was interrupted/);
  expect(ended.code).toBe(3);
  expect(made).toBe(most + 1);
  const log = join(folder, "payconform-out/leftovers.jsonl");
  const left = readFileSync(log, "utf8").trim().split("\n");
  expect(deleted + left.length).toBe(made);
  expect(left.filter((line) => line.includes('"did":"creating"'))).toHaveLength(1);
  expect(ended.stdout).toMatch(
    /left on the target .*\n( +test clock .*\n)* +test clock payconform .*: the request that created it got no response/,
  );

  await sweep({ folder, env });
  expect(deleted).toBe(made);
  expect(existsSync(log)).toBe(false);
});
