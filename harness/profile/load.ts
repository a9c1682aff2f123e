import { catalogue, needs, ports } from "../../spec/index.ts";
import { matcherOf } from "../patterns.ts";
import { retiredRulesNamed } from "../retirement.ts";
import { type CheckedYaml, checkYaml, listed, readTextFile, unknownName } from "./checked-yaml.ts";
import { type ProfileInput, withDefaults } from "./defaults.ts";
import type { PortBinding, Profile } from "./types.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Reads a profile from YAML or JSON and fills in the defaults.
 * @throws UsageError that names the file, the line, the value and what is allowed
 */
export function loadProfile(file: string): Profile {
  return withDefaults(parseProfile(readTextFile(file, "the profile"), file));
}

/** More than any profile needs, and small enough to be read in one piece. */
const MOST = { lines: 5_000, bytes: 256 * 1024 };

/** @throws UsageError */
export function parseProfile(text: string, name: string): ProfileInput {
  const size = { lines: text.split("\n").length, bytes: Buffer.byteLength(text) };
  if (size.lines > MOST.lines || size.bytes > MOST.bytes) {
    throw new UsageError(
      `${name} has ${size.lines} lines and ${size.bytes} bytes; a profile has at most ${MOST.lines} lines and ${MOST.bytes} bytes`,
    );
  }
  const found = checkYaml<ProfileInput>(text, { name, schema: "profile.schema.json" });
  const checked = withoutRefused(found);
  const mistakes = [
    ...found.mistakes,
    ...namesIn(checked, "fixtures", namesOfNeeds("fixture.")),
    ...namesIn(checked, "fields", namesOfNeeds("field.")),
    ...namesIn(
      checked,
      "ports",
      ports.map((port) => port.name),
    ),
    ...unknownPatterns(checked),
    ...valueMistakes(checked),
    ...Object.entries(checked.value.ports ?? {}).flatMap(([port, binding]) =>
      portMistakes(checked, port, binding),
    ),
  ];
  if (mistakes.length > 0) throw new UsageError(listed(mistakes.sort((a, b) => lineOf(a) - lineOf(b))));
  return checked.value;
}

/** "payconform.yaml:7: …" → 7 */
const lineOf = (mistake: string): number => Number(/:(\d+): /.exec(mistake)?.[1] ?? 0);

/** Without what the schema refuses: the other settings have values to check. */
function withoutRefused(found: CheckedYaml<ProfileInput>): CheckedYaml<ProfileInput> {
  if (found.refused.some((path) => path.length === 0)) return { ...found, value: {} };
  const value = structuredClone(found.value) as Record<string, unknown>;
  for (const [section = "", name] of found.refused) {
    const inner = value[section];
    if (typeof inner === "object" && inner !== null && !Array.isArray(inner) && name !== undefined)
      Reflect.deleteProperty(inner, name);
    else Reflect.deleteProperty(value, section);
  }
  return { ...found, value };
}

function namesOfNeeds(prefix: string): readonly string[] {
  return needs.filter(({ id }) => id.startsWith(prefix)).map(({ id }) => id.slice(prefix.length));
}

/** A misspelt name would silently supply nothing. */
function namesIn(
  checked: CheckedYaml<ProfileInput>,
  section: "fixtures" | "fields" | "ports",
  allowed: readonly string[],
): readonly string[] {
  return Object.keys(checked.value[section] ?? {})
    .filter((name) => !allowed.includes(name))
    .map((name) => `${checked.at([section, name])}: ${section}.${name}: ${unknownName(name, allowed)}`);
}

function unknownPatterns(checked: CheckedYaml<ProfileInput>): readonly string[] {
  return (checked.value.notOffered ?? []).flatMap((pattern, index) =>
    catalogue.some(matcherOf(pattern)) || retiredRulesNamed(pattern).length > 0
      ? []
      : [
          `${checked.at(["notOffered", String(index)])}: notOffered.${index}: "${pattern}" matches no rule; ` +
            "allowed: a rule id, an id with *, an area, a section (`payconform rules` lists them)",
        ],
  );
}

/** A binding may name only the port's inputs (placeholders) and outputs (pointers). */
function portMistakes(
  checked: CheckedYaml<ProfileInput>,
  name: string,
  binding: PortBinding,
): readonly string[] {
  const port = ports.find((candidate) => candidate.name === name);
  if (port === undefined) return [];
  const inputs = [...port.inputs.map((input) => input.name), ...Object.keys(binding.defaults ?? {})];
  const outputs = port.outputs.map((output) => output.name);
  const text = JSON.stringify([binding.path, binding.query, binding.headers, binding.body]);
  const unknown = [...text.matchAll(/\{([A-Za-z]\w*)\}/g)]
    .map(([, placeholder]) => placeholder ?? "")
    .filter((placeholder) => !inputs.includes(placeholder));
  return [
    ...[...new Set(unknown)].map(
      (placeholder) =>
        `${checked.at(["ports", name])}: ports.${name}: {${placeholder}} is not an input of this port and has no default; ` +
        `allowed: ${inputs.length === 0 ? "none" : inputs.map((input) => `{${input}}`).join(", ")}`,
    ),
    ...Object.keys(binding.outputs ?? {})
      .filter((output) => !outputs.includes(output))
      .map(
        (output) =>
          `${checked.at(["ports", name, "outputs", output])}: ports.${name}.outputs.${output}: ` +
          unknownName(output, outputs),
      ),
  ];
}

type Checked = CheckedYaml<ProfileInput>;

/** Mistakes that the schema does not find: each a line with file, line, setting, value and what is allowed. */
function valueMistakes(checked: Checked): readonly string[] {
  return [
    ...urlMistakes(checked),
    ...controlMistakes(checked),
    ...pointerMistakes(checked),
    ...numberMistakes(checked),
    ...keyMistakes(checked),
  ];
}

function urlMistakes({ value, at }: Checked): readonly string[] {
  const { target = {}, network, events } = value;
  const urls: readonly (readonly [readonly string[], string | undefined])[] = [
    [["target", "baseUrl"], target.baseUrl],
    [["target", "checkoutUrl"], target.checkoutUrl],
    [["target", "controlUrl"], target.controlUrl],
    [["network", "proxy", "url"], network?.proxy?.url],
    [
      ["events", "receiver", "publicUrl"],
      events !== undefined && "receiver" in events ? events.receiver.publicUrl : undefined,
    ],
  ];
  return urls.flatMap(([path, text]) => {
    const why = text === undefined ? null : urlMistake(text);
    return why === null ? [] : [`${at(path)}: ${path.join(".")}: ${why}`];
  });
}

/** Why a URL is not valid for a host, without repeating its secrets; null for a valid one. */
export function urlMistake(text: string): string | null {
  if (!URL.canParse(text))
    return `${JSON.stringify(text)} is not a URL; allowed: http:// or https://, a host, a port up to 65535, a path`;
  const { username, password, search, hash } = new URL(text);
  if (username + password !== "")
    return "the value (not shown) contains a user name or a password; set them as a secret under headers";
  if (search + hash !== "")
    return "the value (not shown) contains a query or a fragment; allowed after the host: a path";
  return null;
}

function controlMistakes({ value, at }: Checked): readonly string[] {
  const { controlUrl, controlModule } = value.target ?? {};
  if (controlUrl === undefined || controlModule === undefined) return [];
  return [
    `${at(["target", "controlModule"])}: target.controlModule: "${controlModule}" stands beside controlUrl; allowed: one of the two`,
  ];
}

/** A header's name (RFC 9110, section 5.1). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Locations in answers are pointers, which begin with a slash; query parameters and headers are names. */
function pointerMistakes({ value, at }: Checked): readonly string[] {
  return Object.entries(value.fields ?? {}).flatMap(([name, text]) => {
    const kind = /-(?:parameter|header)$/.exec(name)?.[0];
    const isRight = { "-parameter": !text.startsWith("/"), "-header": HEADER_NAME.test(text) }[kind ?? ""];
    if (isRight ?? text.startsWith("/")) return [];
    const allowed =
      kind === undefined
        ? `a JSON pointer, such as "/${text}"`
        : `the name of a ${kind === "-header" ? "header" : "query parameter"}`;
    return [`${at(["fields", name])}: fields.${name}: "${text}" is not allowed; allowed: ${allowed}`];
  });
}

const FIGURES: Readonly<Record<string, { readonly what: string; readonly pattern: RegExp }>> = {
  "marketplace-funds": { what: "whole francs, such as 1000000", pattern: /^\d+$/ },
  "absorbed-amount": { what: "whole francs, such as 50", pattern: /^\d+$/ },
  "commission-rates": {
    what: "three numbers: an ordinary rate, one too low, one too high",
    pattern: /^-?\d+(\.\d+)?$/,
  },
};

function numberMistakes({ value, at }: Checked): readonly string[] {
  return Object.entries(FIGURES).flatMap(([name, { what, pattern }]) => {
    const given = value.fixtures?.[name];
    if (given === undefined) return [];
    const list = (Array.isArray(given) ? given : [given]).map(String);
    if (list.every((text) => pattern.test(text))) return [];
    return [
      `${at(["fixtures", name])}: fixtures.${name}: ${JSON.stringify(given)} is not allowed; allowed: ${what}`,
    ];
  });
}

/** A merchant is named by the variable of its key: a profile contains no keys. */
function keyMistakes({ value, at }: Checked): readonly string[] {
  return Object.entries(value.fixtures ?? {})
    .filter(([, given]) => [given].flat().some((text) => /^sk_(test|live)_/.test(String(text))))
    .map(
      ([name]) =>
        `${at(["fixtures", name])}: fixtures.${name}: the value (not shown) is a key; allowed: the name of the environment variable that contains it`,
    );
}

/** What is wrong with a value that is no URL of a server. */
export function notUrl(text: string): string {
  const port = /^https?:\/\/[^/?#@]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1];
  if (port !== undefined && Number(port) > 65_535)
    return `"${text}" is not a URL; the port ${port} is above 65535`;
  const meant = `http://${text}`;
  const example =
    /^[\w.-]+(:\d+)?(\/\S*)?$/.test(text) && URL.canParse(meant) ? meant : "http://127.0.0.1:8080";
  return `"${text}" is not a URL; it must begin with http:// or https://, such as ${example}`;
}
