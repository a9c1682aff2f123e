import { execFile } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { payconform } from "../cli/command-line.ts";
import { expectShown, guidePages, stepsOf } from "../docs/shown-commands.ts";

/** Two free ports, one after the other. */
async function freePorts(): Promise<number> {
  for (;;) {
    const servers = [createServer(), createServer()] as const;
    const listen = (server: (typeof servers)[0], port: number) =>
      new Promise<boolean>((resolve) => {
        server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
      });
    await listen(servers[0], 0);
    const { port } = servers[0].address() as AddressInfo;
    const isFree = await listen(servers[1], port + 1);
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    if (isFree) return port;
  }
}

test("bash and curl print what the guide shows", async () => {
  const port = await freePorts();
  const steps = guidePages.flatMap(stepsOf);
  // A mark after each line: the last line of a block prints what is shown.
  const script = steps.flatMap(({ lines }) => lines.map((line) => `${line}\nprintf '\\n@@\\n'`)).join("\n");
  let printed: Promise<string[]> | undefined;
  const { code } = await payconform(["emulate", "--port", String(port), "--now", "2026-01-01T08:00:00Z"], {
    onOutput: (_text, kill) => {
      printed ??= promisify(execFile)(
        "bash",
        ["-c", script.replaceAll("4010", String(port)).replaceAll("4011", String(port + 1))],
        { maxBuffer: 10_000_000 },
      )
        .then(({ stdout }) => stdout.split("\n@@\n"))
        .finally(() => kill("SIGTERM"));
    },
  });
  expect(code).toBe(0);
  const outputs = (await printed) ?? [];
  let at = 0;
  for (const step of steps) {
    at += step.lines.length;
    expectShown(outputs[at - 1] ?? "", step);
  }
});
