import { parse } from "yaml";
import { listed, readTextFile } from "../../harness/profile/checked-yaml.ts";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { parseProfile } from "../../harness/profile/load.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";

/**
 * Reads a file of answers: a profile in which any part may be missing and a port may be written on one line (see {@link portOf}).
 * @throws UsageError that lists all mistakes
 */
export function readAnswers(file: string): ProfileInput {
  const text = readTextFile(file, "the answers");
  let value: unknown;
  try {
    value = parse(text) ?? {};
  } catch {
    // Reports the mistake with its line.
    return parseProfile(text, file);
  }
  const { ports, ...others } = value as { ports?: unknown };
  if (typeof ports !== "object" || ports === null) return parseProfile(text, file);
  const mistakes: string[] = [];
  const bindings = Object.entries(ports).map(([name, given]: [string, unknown]) => {
    const binding = typeof given === "string" ? portOf(given) : given;
    if (binding === null) mistakes.push(`${file}: ports.${name}: ${notAPort(String(given))}`);
    return [name, binding] as const;
  });
  if (mistakes.length > 0) throw new UsageError(listed(mistakes));
  return parseProfile(JSON.stringify({ ...others, ports: Object.fromEntries(bindings) }), file);
}

const notAPort = (text: string): string =>
  `${JSON.stringify(text)} is not a port; write it as METHOD [HOST] PATH [BODY] [-> OUTPUT=POINTER, …], such as ` +
  `POST checkout /v1/customers { name: "{name}" } -> customerId=/id`;

const LINE =
  /^(GET|POST|PUT|PATCH|DELETE)\s+(?:(payment|checkout|control)\s+)?(\/\S*)(?:\s+(\{.*\}))?(?:\s*->\s*(.+))?$/i;

/** Parses a port on one line: `POST checkout /v1/customers { name: "{name}" } -> customerId=/id`; null if it is not a port. @internal */
export function portOf(line: string): Readonly<Record<string, unknown>> | null {
  const [, method = "", host, to = "", body, outputs] = LINE.exec(line.trim()) ?? [];
  const [path = "", search = ""] = to.split("?");
  if (method === "") return null;
  const pointers = (outputs ?? "").split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  if (outputs !== undefined && pointers.some(({ length }) => length !== 2)) return null;
  try {
    return {
      method: method.toUpperCase(),
      ...(host === undefined ? {} : { host: host.toLowerCase() }),
      path,
      ...(search === "" ? {} : { query: Object.fromEntries(search.split("&").map(pairOf)) }),
      ...(body === undefined ? {} : { body: parse(body) as unknown }),
      ...(outputs === undefined ? {} : { outputs: Object.fromEntries(pointers) as unknown }),
    };
  } catch {
    return null;
  }
}

const pairOf = (text: string): readonly [string, string] => {
  const [name = "", ...value] = text.split("=");
  return [name, value.join("=")];
};

/**
 * Parses the answer to a question, as YAML or, for a port, as one line. Returns a profile with only this setting.
 * @throws UsageError that says what is wrong
 */
export function answerTo(path: readonly string[], text: string): ProfileInput {
  let value: unknown;
  if (path[0] === "ports" && /^[A-Za-z]/.test(text)) {
    value = portOf(text);
    if (value === null) throw new UsageError(notAPort(text));
  } else {
    try {
      value = parse(text);
    } catch {
      throw new UsageError(`${JSON.stringify(text)} is not YAML`);
    }
  }
  const nested = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return parseProfile(JSON.stringify(nested), "your answer");
}
