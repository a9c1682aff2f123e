import { join } from "node:path";
import { expect, test } from "vitest";
import type { Ended } from "../child-process.ts";
import { folderWith, inThisProcess, outcomeIn } from "../cli/command-line.ts";
import { loopback } from "../harness/http/certificate.ts";
import { serving } from "../local-server.ts";
import { untrusted } from "./certificate.ts";
import { faultsOfReports } from "./report.ts";
import { answerRight, type Behaviour, http, startWireServer, type WireServer } from "./wire-server.ts";

const RULES = ["payment-intents/create*", "payment-intents/retrieve*"];

/** How a run ended; `passed` is null when nothing was judged. */
interface Judged extends Ended {
  readonly passed: number | null;
}

interface Asked {
  readonly rules?: readonly string[];
  readonly authority?: string;
  /** Deadlines beside the usual ones, for servers that never answer: a slow machine may take long for an answer that comes. */
  readonly impatient?: string;
}

/** Runs the command line against a server and looks at everything that it leaves behind. */
async function judged(
  server: WireServer,
  { rules = RULES, authority, impatient = "" }: Asked = {},
): Promise<Judged> {
  const network = authority === undefined ? "" : "network: { certificateAuthorityFile: authority.pem }\n";
  const folder = folderWith({
    "payconform.yaml": `target: { baseUrl: "${server.url}" }\ndeadlines: { ${impatient}consistencyMs: 20 }\n${network}`,
    "authority.pem": authority ?? "",
  });
  const env = { PAYCONFORM_KEY: server.key };
  const run = `run --rules ${rules.join(" ")} --runs 2 --no-allure`;
  const ended = await inThisProcess(run, { folder, env });
  expect(ended.stdout + ended.stderr).not.toContain(server.key);
  if (ended.stdout === "") return { ...ended, passed: null };
  const out = join(folder, "payconform-out");
  expect(faultsOfReports(out)).toEqual([]);
  return { ...ended, passed: outcomeIn(out, "").totals.passed };
}

async function judgedAs(behaviour: Behaviour, asked?: Asked): Promise<Judged> {
  const server = await startWireServer(behaviour);
  try {
    return await judged(server, asked);
  } finally {
    await server.close();
  }
}

test("a redirect to another host is not followed, and never gets the key", async () => {
  const received: (string | undefined)[] = [];
  await using other = await serving((request, response) => {
    received.push(request.headers.authorization);
    response.end("{}");
  });
  const ended = await judgedAs({
    onRequest: (socket, { path }) =>
      void socket.write(
        http({
          status: 307,
          headers: [`location: http://localhost:${other.port}${path}`, "content-length: 0"],
        }),
      ),
  });
  expect(received).toEqual([]);
  expect(ended.stderr).toMatch(/^payconform: .* does not serve this interface: .* answered 307 .*\n$/);
  expect(ended.passed).toBe(null);
  expect(ended.code).toBe(3);
});

test("a target that answers only the first request ends the run incomplete, with any number of rules", async () => {
  const ended = await judgedAs(
    {
      onRequest: (socket, request) => {
        if (request.number === 1) answerRight(socket, request);
      },
    },
    {
      rules: ["payment-intents", "authentication", "disbursements"],
      impatient: "exchangeMs: 300, ruleMs: 3000, ",
    },
  );
  expect(ended.passed).toBe(0);
  expect(ended.stdout).toContain("not sent: the target let");
  expect(ended.code).toBe(3);
});

test("a target that dies in the middle of the run leaves it incomplete, with what was judged before", async () => {
  let created = 0;
  const server = await startWireServer({
    onRequest: (socket, request) => {
      answerRight(socket, request);
      if (request.method === "POST" && request.right.status === 200) created += 1;
      if (created === 10) server.stop().catch(() => undefined);
    },
  });
  const ended = await judged(server);
  expect(ended.stdout).toContain("stopped answering at");
  expect(ended.passed).toBeGreaterThan(0);
  expect(ended.code).toBe(3);
});

test("a self-signed certificate is reported before any key is sent, unless the profile names it", async () => {
  const server = await startWireServer({}, loopback);
  for (const authority of [undefined, untrusted.cert]) {
    const { code, stderr } = await judged(server, authority === undefined ? {} : { authority });
    expect(stderr).toMatch(
      /^payconform: .*certificate is not trusted \(.*\); name the file of its authority as `network\.certificateAuthorityFile` in the profile\n$/,
    );
    expect([code, server.requests()]).toEqual([3, 0]);
  }
  const trusted = await judged(server, { authority: loopback.cert });
  await server.close();
  expect(trusted.stderr).toBe("");
  expect(trusted.passed).toBeGreaterThan(0);
});
