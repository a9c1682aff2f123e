import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { request } from "node:http";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { ended } from "../child-process.ts";
import { emptyFolder, root } from "../cli/command-line.ts";

/** The lines of the Dockerfile: "RUN" and what follows it. */
const lines = readFileSync(join(root, "Dockerfile"), "utf8")
  .split("\n")
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => ({ word: line.split(" ")[0] ?? "", rest: line.replace(/^\S+ /, "") }));
const compose = parse(readFileSync(join(root, "compose.yaml"), "utf8")) as {
  readonly services: {
    readonly emulator: {
      readonly command: readonly string[];
      readonly environment: Readonly<Record<string, string>>;
    };
    readonly suite: { readonly command: readonly string[] };
  };
};

/** Stands for the root of the image's file system; Docker itself is not needed. */
const image = emptyFolder();
const inImage = (path: string): string => path.replace(/^\//, `${image}/`);
const started: ChildProcess[] = [];

/** Executes each line as a build does, without the base image. */
beforeAll(async () => {
  let workdir = image;
  for (const { word, rest } of lines) {
    if (word === "WORKDIR") {
      workdir = inImage(rest);
      mkdirSync(workdir, { recursive: true });
    } else if (word === "RUN") {
      const { code, stdout, stderr } = await ended("sh", ["-c", rest], { cwd: workdir });
      expect(code, `${rest}\n${stdout}${stderr}`).toBe(0);
    } else if (word === "COPY" && rest === ". .") await copyCheckout(workdir);
    else if (word === "COPY") copyStage(rest);
  }
}, 600_000);
afterAll(async () => {
  for (const child of started) {
    const gone = once(child, "exit");
    child.kill();
    await gone;
  }
  rmSync(image, { recursive: true });
}, 60_000);

/** What git has, which is what `.dockerignore` leaves of a checkout. */
async function copyCheckout(to: string): Promise<void> {
  const { stdout } = await ended("git", ["ls-files"], { cwd: root });
  for (const name of stdout.trim().split("\n"))
    if (existsSync(join(root, name))) {
      mkdirSync(dirname(join(to, name)), { recursive: true });
      cpSync(join(root, name), join(to, name));
    }
}

/** As Docker does: into a folder if the target ends with a slash, otherwise the content becomes the target. */
function copyStage(rest: string): void {
  const paths = rest.split(" ").filter((path) => !path.startsWith("--"));
  const to = paths.pop() ?? "";
  for (const path of paths) {
    const target = to.endsWith("/") ? join(to, basename(path)) : to;
    mkdirSync(dirname(inImage(target)), { recursive: true });
    renameSync(inImage(path), inImage(target));
  }
}

const entry = (): readonly string[] => {
  const list = JSON.parse(lines.find(({ word }) => word === "ENTRYPOINT")?.rest ?? "[]") as string[];
  return list.slice(1).map(inImage);
};

test("the image judges what the suite's service asks for, without packages for development", async () => {
  expect(existsSync(inImage("/opt/payconform/node_modules/typescript"))).toBe(false);
  expect(existsSync(inImage("/opt/payconform/dist/code/compiled"))).toBe(true);
  const narrow = ["--rules", "payment-intents/created-amount", "--runs", "2"];
  const judged = await ended(process.execPath, [...entry(), ...compose.services.suite.command, ...narrow], {
    cwd: inImage("/work"),
  });
  expect(judged.stdout).toMatch(/exit code 0: conformant/);
  expect(judged.code, judged.stderr).toBe(0);
  expect(existsSync(inImage("/work/payconform-out/report.html"))).toBe(true);
});

test("the image's emulator answers by the name of its service, and by no other", async () => {
  const { command, environment } = compose.services.emulator;
  const env = { ...process.env, ...environment, PAYCONFORM_EMULATE_PORT: "0" };
  const child = spawn(process.execPath, [...entry(), ...command], { cwd: inImage("/work"), env });
  started.push(child);
  const first = await new Promise<string>((resolve) => {
    let text = "";
    child.stdout.on("data", (data: Buffer) => {
      text += data.toString();
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
  });
  const { port } = new URL((JSON.parse(first) as { paymentUrl: string }).paymentUrl);
  const status = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path: "/v1/payment-intents", headers: { host } });
      sent.on("response", (answer) => resolve(answer.resume().statusCode)).on("error", reject);
      sent.end();
    });
  expect(await status(`emulator:${port}`)).toBe(405);
  expect(await status(`elsewhere:${port}`)).toBe(403);
});
