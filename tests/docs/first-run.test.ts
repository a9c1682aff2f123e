import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, inThisProcess, root } from "../cli/command-line.ts";
import { type ServerKind, startServer } from "./first-run-servers.ts";

const page = readFileSync(join(root, "docs/first-run.md"), "utf8");
const SHOWN_URL = "http://127.0.0.1:8080";

/** The command and the output below a heading. */
function section(heading: string): { readonly command: string; readonly output: string } {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const [, command = ""] = /^```sh\n(.*)\n```/m.exec(text) ?? [];
  const [, output = ""] = /^```text\n([^]*?)^```/m.exec(text) ?? [];
  return { command, output };
}

/** What of an output is the same in each run: no number, no random word, and no request. */
function lasting(output: string, url: string): readonly string[] {
  return output
    .replaceAll(url, SHOWN_URL)
    .replace(/nowhere[a-z]+/g, "nowhere")
    .replace(/ in [\d.]+ m?s(?:, reports in [\d.]+ s)? /g, " ")
    .replace(/\d+/g, "0")
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith(" ".repeat(7)))
    .map((line) => line.trim().replace(/ +/g, " "));
}

test.each<[heading: string, kind: ServerKind | null, code: number]>([
  ["A server with one route", "half", 1],
  ["A server that does not serve this interface", "web", 3],
  ["A server that refuses the key", "locked", 3],
  ["A server that is not there", null, 3],
])("%s: the page shows what the run prints", async (heading, kind, code) => {
  const server = kind === null ? null : await startServer(kind);
  try {
    const url = server?.url ?? "http://127.0.0.1:1";
    const { command, output } = section(heading);
    const [program, ...args] = command.replace(SHOWN_URL, url).split(" ").slice(1);
    expect(program).toBe("payconform");
    const env = { PAYCONFORM_KEY: "sk_test_half" };
    const ended = await inThisProcess(args, { folder: emptyFolder(), env });
    expect(lasting(ended.stdout + ended.stderr, url)).toEqual(lasting(output, SHOWN_URL));
    expect(ended.code).toBe(code);
    // Readable in half a minute.
    expect(output.split("\n").length).toBeLessThan(80);
  } finally {
    await server?.close();
  }
});
