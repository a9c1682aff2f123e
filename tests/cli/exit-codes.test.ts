import { afterAll, describe, expect, test } from "vitest";
import { startIntentsServer } from "../harness/intents-server.ts";
import { folderWith, inThisProcess, refusalOf } from "./command-line.ts";

const server = await startIntentsServer((answer) => answer);
afterAll(() => server.close());

const oneLine = (text: string): number => text.trim().split("\n").length;

describe("mistakes of the user end with 2 and say what is wrong", () => {
  test("a live key without the flag is not read, and is not a mistake", async () => {
    const args = ["run", "--dry-run", "--rules", "connect-targets", "--target", server.url];
    const env = { PAYCONFORM_KEY: server.key, PAYCONFORM_LIVE_KEY: "sk_test_canary_0123456789" };
    const ended = await inThisProcess(args, { env });
    expect([ended.code, ended.stderr]).toEqual([0, ""]);
    expect(ended.stdout).toMatch(/key\.live: \d+ rules?[^]*pass `--allow-live-key`/);
    expect(ended.stdout).not.toContain("canary");
    expect(await refusalOf([...args, "--allow-live-key"], { env })).toMatch(
      /the live key from .* PAYCONFORM_LIVE_KEY does not begin with sk_live_/,
    );
  });

  test("a profile without a URL, unless the command line has one", async () => {
    const folder = folderWith({ "payconform.yaml": "inFlight: 4\n" });
    const alone = await inThisProcess(["run", "--dry-run"], { folder });
    expect(alone.stderr).toMatch(/payconform.yaml: target.baseUrl is missing; set it, or pass --target/);
    expect(alone.code).toBe(2);
    const args = ["run", "--dry-run", "--rules", "authentication", "--target", server.url];
    const beside = await inThisProcess(args, { folder, env: { PAYCONFORM_KEY: server.key } });
    expect([beside.code, beside.stderr]).toEqual([0, ""]);
  });
});

test("a server of plain HTTP is not judged over https", async () => {
  const url = server.url.replace("http:", "https:");
  const ended = await inThisProcess(["run", "--target", url], { env: { PAYCONFORM_KEY: server.key } });
  expect(ended.stderr).toMatch(
    /TLS handshake .*; if the server speaks plain HTTP, use http:\/\/ in the URL\n$/,
  );
  expect(oneLine(ended.stderr)).toBe(1);
  expect(ended.code).toBe(3);
});

describe("a run", () => {
  test("that cannot judge a selected rule ends with 3, or with 0 if that is allowed and a rule passed", async () => {
    const env = { PAYCONFORM_KEY: server.key };
    const judge = (rules: string) =>
      inThisProcess(`run --target ${server.url} --runs 3 --no-allure --rules ${rules}`, { env });
    const lacking = "authentication/regenerated-key-successor-works";
    const both = `${lacking} payment-intents/retrieve-payment-intent-is-served`;
    expect((await judge(both)).code).toBe(3);
    const allowed = await judge(`${both} --allow-incomplete`);
    expect(allowed.code, allowed.stdout).toBe(0);
    expect((await judge(`${lacking} --allow-incomplete`)).code).toBe(3);
  });
});
