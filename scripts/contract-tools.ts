/**
 * Reads the public contract with the tools of its users, in pinned versions; the first run installs those that nothing else needs. The exit
 * code is 1 if a tool finds something: `npx tsx scripts/contract-tools.ts` (leaves what they made in payconform-out/contract).
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { startEmulator } from "../emulator/library.ts";
import { contractOperations } from "../harness/contract.ts";
import { schemaJudges } from "../harness/judge/schemas.ts";
import { openapi, readPublicContract } from "../spec/index.ts";
import { documentedOperations, resolve } from "../spec/json.ts";
import { freePort } from "./free-port.ts";
import * as tools from "./other-tools.ts";
import { publicFiles } from "./public/index.ts";

/** The tools that the package does not have. */
const PINNED = [
  "@stoplight/prism-cli@5.14.2",
  "@stoplight/spectral-cli@6.16.3",
  "openapi-to-postmanv2@6.3.3",
];
const KEY = "sk_test_prism0000000000000000";

type Dict = Readonly<Record<string, unknown>>;

/** The public contract as a document, and as files in a folder. */
export interface Subject {
  readonly contract: Dict;
  readonly folder: string;
  readonly json: string;
  readonly yaml: string;
}

/** Writes the public files of a contract into a folder, and installs the tools. */
export async function subject(contract: Dict, folder: string): Promise<Subject> {
  await tools.install(PINNED);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(publicFiles(contract))) writeFileSync(join(folder, name), text);
  const [json, yaml] = [join(folder, "public-openapi.json"), join(folder, "public-openapi.yaml")];
  return { contract, folder, json, yaml };
}

/** Runs a command in a folder. Returns the lines of its output if it fails, and nothing otherwise. */
async function complaints(name: string, args: readonly string[], cwd: string): Promise<readonly string[]> {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn(tools.command(name), args, {
    cwd,
    env: { ...process.env, ...tools.QUIET },
    stdio: [...stdio],
  });
  const { code, output } = await tools.ended(child);
  return code === 0
    ? []
    : [`exit code ${String(code)}`, ...output.split("\n").filter((line) => line.trim() !== "")];
}

type Check = (subject: Subject) => Promise<readonly string[]>;

/** Spectral's rules for OpenAPI, including hints. */
const spectral: Check = async ({ json, yaml, folder }) => {
  writeFileSync(join(folder, "spectral.yaml"), 'extends: ["spectral:oas"]\n');
  const flags = ["--ruleset", "spectral.yaml", "--fail-severity", "hint", "--quiet"];
  return complaints("spectral", ["lint", json, yaml, ...flags], folder);
};

/** TypeScript types for a client, compiled strictly. */
const types: Check = async ({ json, folder }) => {
  const made = await complaints("openapi-typescript", [json, "--output", "contract.ts"], folder);
  return made.length > 0 ? made : complaints("tsc", ["--noEmit", "--strict", "contract.ts"], folder);
};

/** Starts Prism as a mock of the contract, calls `use` with its address, and ends it. */
async function withMock<T>({ json }: Subject, use: (url: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  const args = ["mock", json, "--port", String(port), "--host", "127.0.0.1"];
  const prism = spawn(tools.command("prism"), args, { stdio: ["ignore", "pipe", "pipe"] });
  return tools.whilePrismListens(prism, () => use(`http://127.0.0.1:${port}`));
}

interface Media {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Body {
  readonly content?: Readonly<Record<string, Media>>;
}

const mediaOf = (body: unknown): Media => (body as Body | undefined)?.content?.["application/json"] ?? {};

/** The first example of a request body, as JSON; undefined if there is none. */
const exampleOf = (operation: Dict): string | undefined =>
  JSON.stringify(Object.values(mediaOf(operation["requestBody"]).examples ?? {})[0]?.value);

/** The judge accepts what Prism answers: each example, and three invented bodies, of each documented status of each operation. */
const mockedBodies: Check = async (subject) => {
  const judgeOf = schemaJudges(openapi);
  const found: string[] = [];
  await withMock(subject, async (url) => {
    for (const { path, method, operation } of documentedOperations(subject.contract)) {
      const id = String(operation["operationId"]);
      const headers: Record<string, string> = { authorization: `Bearer ${KEY}` };
      let filled = path;
      for (const one of (operation["parameters"] ?? []) as Dict[]) {
        const { in: place, name, example, required } = resolve(subject.contract, one);
        if (place === "path") filled = filled.replace(`{${String(name)}}`, String(example));
        if (place === "header" && required === true) headers[String(name)] = String(example);
      }
      const body = exampleOf(operation);
      if (operation["requestBody"] !== undefined) headers["content-type"] = "application/json";
      for (const [status, response] of Object.entries(operation["responses"] as Record<string, Body>)) {
        const named = Object.keys(mediaOf(response).examples ?? {}).map((name) => `example=${name}`);
        const invented =
          response.content === undefined ? [] : Array.from({ length: 3 }, () => "dynamic=true");
        for (const wish of [...named, ...invented]) {
          const place = `${id} ${status} ${wish}`;
          const answer = await fetch(`${url}${filled}`, {
            method,
            headers: { ...headers, prefer: `code=${status}, ${wish}` },
            ...(body === undefined ? {} : { body }),
          });
          const text = await answer.text();
          const violations = answer.headers.get("sl-violations");
          if (violations !== null || answer.status !== Number(status)) {
            found.push(`${place}: Prism answers ${answer.status} ${text} ${violations ?? ""}`);
            continue;
          }
          const schema = contractOperations.get(id)?.answers.get(Number(status));
          const faults =
            schema === undefined || schema === null ? [] : judgeOf(schema)(JSON.parse(text)).faults;
          for (const { path, actual, expected } of faults)
            found.push(`${place}: ${path} is ${actual}; expected: ${expected}`);
        }
      }
    }
  });
  return found;
};

/** Rules of payment intents that a mock violates, because it has no state and ignores the request's values. All others pass. */
const STATE: readonly string[] = [
  "payment-intents/agrees-with-its-request",
  "payment-intents/amount-is-the-requested",
  "payment-intents/client-secret-has-random-part",
  "payment-intents/concurrent-creations-are-separate",
  "payment-intents/created-as-requested",
  "payment-intents/currency-is-the-requested",
  "payment-intents/description-is-the-given",
  "payment-intents/ids-are-never-reused",
  "payment-intents/keeps-any-values",
  "payment-intents/metadata-is-the-given",
  "payment-intents/retrieved-after-others",
  "payment-intents/unknown-id-is-404",
  "payment-intents/validation-names-the-field",
];

/** The suite, judging Prism as a server of payment intents, reports only the rules in `STATE`. */
const mockedTarget: Check = (subject) =>
  withMock(subject, async (url) => {
    const flags = ["--rules", "payment-intents", "--no-allure", "--quiet", "--seed", "1", "--out", "run"];
    const args = [join(tools.root, "cli/main.ts"), "run", "--target", url, ...flags];
    const env = { ...process.env, PAYCONFORM_KEY: KEY };
    await tools.ended(spawn(tools.command("tsx"), args, { cwd: subject.folder, env }));
    const file = readFileSync(join(subject.folder, "run/conformance.json"), "utf8");
    const { rules } = JSON.parse(file) as { rules: readonly { id: string; verdict: string }[] };
    if (rules.length < 60) return [`only ${rules.length} rules were judged`];
    return rules
      .filter(({ id, verdict }) => (verdict === "passed") === STATE.includes(id))
      .map(({ id, verdict }) => `${id}: ${verdict}`);
  });

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly host: readonly string[]; readonly port?: string };
    readonly body?: { readonly raw?: string };
  };
}
interface Converter {
  convertV2(
    input: { readonly type: "file"; readonly data: string },
    options: Dict,
    done: (
      error: Error | null,
      made: { reason?: string; output?: readonly { data: { item: readonly Item[] } }[] },
    ) => void,
  ): void;
}

/** A Postman collection has each operation at its own host, and each webhook, with their first examples as bodies. */
const postman: Check = async ({ contract, json }) => {
  const converter = createRequire(join(tools.toolsFolder, "package.json"))(
    "openapi-to-postmanv2",
  ) as Converter;
  const options = {
    includeWebhooks: true,
    requestParametersResolution: "Example",
    parametersResolution: "Example",
  };
  const items = await new Promise<readonly Item[]>((resolve, reject) =>
    converter.convertV2({ type: "file", data: json }, options, (error, { reason, output }) =>
      output === undefined ? reject(error ?? new Error(reason)) : resolve(output[0]?.data.item ?? []),
    ),
  );
  const flat = (all: readonly Item[]): readonly Item[] =>
    all.flatMap((one) => [one, ...flat(one.item ?? [])]);
  const webhooks = Object.values(contract["webhooks"] as Record<string, { post: Dict }>).map(
    ({ post }) => post,
  );
  const operations = documentedOperations(contract).map(({ operation }) => operation);
  return [...operations, ...webhooks].flatMap((operation) => {
    const title = String(operation["summary"]);
    const request = flat(items).find(({ name, request }) => name === title && request !== undefined)?.request;
    if (request === undefined) return [`${title} is not in the collection`];
    const { host, port } = request.url;
    const wanted = (operation["servers"] as { url: string }[] | undefined)?.[0]?.url;
    const address = port === undefined ? undefined : `http://${host.join(".")}:${port}`;
    const [example, raw] = [exampleOf(operation), request.body?.raw];
    const isSame =
      example === undefined || (raw !== undefined && JSON.stringify(JSON.parse(raw)) === example);
    return [
      ...(address === wanted ? [] : [`${title} goes to ${address ?? "the usual host"}`]),
      ...(isSame ? [] : [`${title} has the body ${raw ?? "of none"}`]),
    ];
  });
};

/** Redocly executes the workflows of `spec/workflows` against an emulator. */
const workflows: Check = async ({ json, folder }) => {
  await using emulator = await startEmulator();
  const { paymentUrl, checkoutUrl } = emulator;
  const file = tools.copyWorkflows(folder, { contract: json, paymentUrl, checkoutUrl });
  return await complaints("redocly", ["respect", file], folder);
};

/** The checks by name. Each returns its findings, one line per finding. */
export const CHECKS: Readonly<Record<string, Check>> = {
  "spectral, OpenAPI rules and hints": spectral,
  "openapi-typescript and tsc --strict": types,
  "prism, every mocked body before our judge": mockedBodies,
  "prism as a target: only rules of state fail": mockedTarget,
  "postman collection, both hosts and webhooks": postman,
  "redocly respect, the workflows on the emulator": workflows,
};

if (process.argv[1] === import.meta.filename) {
  const made = await subject(readPublicContract(), join(tools.root, "payconform-out/contract"));
  for (const [name, check] of Object.entries(CHECKS)) {
    const found = await check(made);
    console.log(
      [`${name}: ${found.length === 0 ? "nothing" : String(found.length)} found`, ...found].join("\n  "),
    );
    if (found.length > 0) process.exitCode = 1;
  }
}
