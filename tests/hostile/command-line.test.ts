import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Ended } from "../child-process.ts";
import { emptyFolder, payconform } from "../cli/command-line.ts";
import { untrusted } from "./certificate.ts";
import { faultsOfReports } from "./report.ts";
import { answerRight, type Behaviour, http, startWireServer, type WireServer } from "./wire-server.ts";

const RULES = ["payment-intents/create*", "payment-intents/retrieve*"];

/** How a run ended; `passed` is null when nothing was judged. */
interface Judged extends Ended {
  readonly passed: number | null;
}

/** Runs the command line against a server and looks at everything that it leaves behind. */
async function judged(server: WireServer, rules: readonly string[] = RULES): Promise<Judged> {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, "payconform.yaml"),
    `target: { baseUrl: "${server.url}" }\ndeadlines: { exchangeMs: 300, ruleMs: 3000, consistencyMs: 20 }\n`,
  );
  const ended = await payconform(["run", "--rules", ...rules, "--runs", "2"], {
    folder,
    env: { PAYCONFORM_KEY: server.key },
  });
  expect(ended.stdout + ended.stderr).not.toContain(server.key);
  if (ended.stdout === "") return { ...ended, passed: null };
  const out = join(folder, "payconform-out");
  expect(faultsOfReports(out)).toEqual([]);
  const { totals } = JSON.parse(readFileSync(join(out, "conformance.json"), "utf8")) as {
    totals: { passed: number };
  };
  return { ...ended, passed: totals.passed };
}

async function judgedAs(behaviour: Behaviour, rules?: readonly string[]): Promise<Judged> {
  const server = await startWireServer(behaviour);
  try {
    return await judged(server, rules);
  } finally {
    await server.close();
  }
}

test("a redirect to another host is not followed, and the key never gets there", async () => {
  const received: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    received.push(request.headers.authorization);
    response.end("{}");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const ended = await judgedAs({
    onRequest: (socket, { path }) =>
      void socket.write(
        http({ status: 307, headers: [`location: http://localhost:${port}${path}`, "content-length: 0"] }),
      ),
  });
  other.close();
  expect(received).toEqual([]);
  expect(ended.passed).toBe(0);
  expect(ended.code).toBe(3);
});

test("a target that answers the first request and never again ends the run incomplete, however many rules there are", async () => {
  const ended = await judgedAs(
    {
      onRequest: (socket, request) => {
        if (request.number === 1) answerRight(socket, request);
      },
    },
    ["payment-intents", "authentication", "disbursements"],
  );
  expect(ended.passed).toBe(0);
  expect(ended.stdout).toContain("not sent: the target let");
  expect(ended.code).toBe(3);
});

test("a target that dies in the middle of the run ends it incomplete, with what was judged before", async () => {
  const server = await startWireServer({
    onRequest: (socket, request) => {
      answerRight(socket, request);
      if (request.number === 30) server.stop().catch(() => undefined);
    },
  });
  const ended = await judged(server);
  expect(ended.stdout).toContain("no connection to the target (ECONNREFUSED)");
  expect(ended.passed).toBeGreaterThan(0);
  expect(ended.code).toBe(3);
});

test("a certificate that nobody vouches for is told before any key is sent", async () => {
  const server = await startWireServer({}, untrusted);
  const ended = await judged(server);
  await server.close();
  expect(ended.stderr).toMatch(/^payconform: .*certificate is not trusted \(.*\)\n$/);
  expect(server.requests()).toBe(0);
  expect(ended.code).toBe(3);
});
