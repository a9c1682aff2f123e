import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contractOperations } from "../../harness/contract.ts";
import { schemaJudges } from "../../harness/passive/schemas.ts";
import { openapi } from "../../spec/index.ts";
import { documentedOperations, resolve } from "../../spec/json.ts";
import { freePort } from "../free-port.ts";
import { whilePrismListens } from "../other-tools.ts";
import { command, type Dict, root, run, type Subject } from "./tools.ts";

const KEY = "sk_test_prism0000000000000000";

/** The number of bodies that Prism invents for each documented status. */
const INVENTED = 3;

/** Rules of payment intents that a mock violates, because it has no state and ignores the request's values. All others pass. */
const STATE: readonly string[] = [
  "payment-intents/amount-is-the-requested",
  "payment-intents/client-secret-has-random-part",
  "payment-intents/description-is-the-given",
  "payment-intents/metadata-is-the-given",
  "payment-intents/retrieved-after-others",
  "payment-intents/unknown-id-is-404",
  "payment-intents/validation-names-the-field",
];

/** Starts Prism as a mock of a contract, calls `use` with its address, and ends it. */
async function withMock<T>(file: string, use: (url: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  const args = ["mock", file, "--port", String(port), "--host", "127.0.0.1"];
  const prism = spawn(command("prism"), args, { stdio: ["ignore", "pipe", "pipe"] });
  return whilePrismListens(prism, () => use(`http://127.0.0.1:${port}`));
}

interface Request {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { examples?: Dict }> }>>;
}

/** A valid request for each operation, from the examples of the contract. */
function requests(contract: Dict): readonly Request[] {
  return documentedOperations(contract).map(({ path, method, operation }) => {
    const parameters = ((operation["parameters"] ?? []) as Dict[]).map((one) => resolve(contract, one));
    const exampleOf = (one: Dict): string => String(one["example"]);
    const headers: Record<string, string> = { authorization: `Bearer ${KEY}` };
    let filled = path;
    for (const one of parameters)
      if (one["in"] === "path") filled = filled.replace(`{${String(one["name"])}}`, exampleOf(one));
      else if (one["in"] === "header" && one["required"] === true)
        headers[String(one["name"])] = exampleOf(one);
    const media = (operation["requestBody"] as { content: Record<string, { examples?: Dict }> } | undefined)
      ?.content["application/json"];
    const example = Object.values(media?.examples ?? {})[0] as { value: unknown } | undefined;
    if (media !== undefined) headers["content-type"] = "application/json";
    return {
      operation: String(operation["operationId"]),
      method: method.toUpperCase(),
      path: filled,
      headers,
      body: example === undefined ? undefined : JSON.stringify(example.value),
      responses: operation["responses"] as Request["responses"],
    };
  });
}

/** Checks that our judge accepts what Prism answers: each example, and several invented bodies, of each documented status. */
export async function mockedBodies({ contract, json }: Subject): Promise<readonly string[]> {
  const judgeOf = schemaJudges(openapi);
  const found: string[] = [];
  let judged = 0;
  await withMock(json, async (url) => {
    for (const request of requests(contract))
      for (const [status, response] of Object.entries(request.responses)) {
        const examples = Object.keys(response.content?.["application/json"]?.examples ?? {});
        const made =
          response.content === undefined ? [] : Array.from({ length: INVENTED }, () => "dynamic=true");
        for (const wish of [...examples.map((name) => `example=${name}`), ...made]) {
          const place = `${request.operation} ${status} ${wish}`;
          const answer = await fetch(`${url}${request.path}`, {
            method: request.method,
            headers: { ...request.headers, prefer: `code=${status}, ${wish}` },
            ...(request.body === undefined ? {} : { body: request.body }),
          });
          const text = await answer.text();
          const violations = answer.headers.get("sl-violations");
          if (violations !== null) found.push(`${place}: Prism finds ${violations}`);
          if (answer.status !== Number(status)) {
            found.push(`${place}: Prism answers ${answer.status} ${text}`);
            continue;
          }
          const schema = contractOperations.get(request.operation)?.answers.get(Number(status));
          if (schema === undefined || schema === null) continue;
          judged += 1;
          for (const fault of judgeOf(schema)(JSON.parse(text)).faults)
            found.push(`${place}: ${fault.path} is ${fault.actual}; expected: ${fault.expected}`);
        }
      }
  });
  return judged > 300 ? found : [...found, `only ${judged} bodies were judged`];
}

/** Checks that the suite, judging Prism as a server of payment intents, reports only the rules in `STATE`. */
export async function mockedTarget({ json, folder }: Subject): Promise<readonly string[]> {
  const out = join(folder, "run");
  return withMock(json, async (url) => {
    const flags = ["--rules", "payment-intents", "--no-allure", "--quiet", "--seed", "1", "--out", out];
    const args = [join(root, "cli/main.ts"), "run", "--target", url, ...flags];
    const { output } = await run(command("tsx"), args, folder, { PAYCONFORM_KEY: KEY });
    const file = readFileSync(join(out, "conformance.json"), "utf8");
    const { rules } = JSON.parse(file) as { rules: readonly { id: string; verdict: string }[] };
    const others = rules.filter(({ id, verdict }) => verdict !== "passed" && !STATE.includes(id));
    const kept = STATE.filter((id) => rules.some((rule) => rule.id === id && rule.verdict === "passed"));
    if (rules.length < 60) return [`only ${rules.length} rules were judged`, output];
    return [
      ...others.map(({ id, verdict }) => `${id}: ${verdict}`),
      ...kept.map((id) => `${id} passes although a mock has no state`),
    ];
  });
}
