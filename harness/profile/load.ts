import { catalogue, levels, needs, ports } from "../../spec/index.ts";
import { isObject } from "../../spec/json.ts";
import { matcherOf } from "../patterns.ts";
import { retiredRulesNamed } from "../retirement.ts";
import { type CheckedYaml, checkYaml, listed, readTextFile, unknownName } from "./checked-yaml.ts";
import { type ProfileInput, withDefaults } from "./defaults.ts";
import type { PortBinding, Profile } from "./types.ts";
import { UsageError } from "./usage-error.ts";
import { valueMistakes } from "./value-checks.ts";

/**
 * Reads a profile from YAML or JSON and fills in the defaults.
 * @throws UsageError that names the file, the line, the value and what is allowed
 */
export function loadProfile(file: string): Profile {
  return withDefaults(parseProfile(readTextFile(file, "the profile"), file));
}

/** Reads a profile that `profileText` wrote. @throws UsageError */
export function readWrittenProfile(text: string, name: string): Profile {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not JSON`);
  }
  const { assumed, ordinary, ...rest } = isObject(written) ? written : {};
  const isGiven = ([one]: readonly [string, unknown]): boolean =>
    !(Array.isArray(assumed) && assumed.includes(one));
  const given = isObject(ordinary) ? Object.fromEntries(Object.entries(ordinary).filter(isGiven)) : {};
  return withDefaults(parseProfile(JSON.stringify({ ...rest, ordinary: given }), name));
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
    ...unknownLevel(checked),
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

function unknownLevel(checked: CheckedYaml<ProfileInput>): readonly string[] {
  const { level } = checked.value;
  const names = levels().map(({ name }) => name);
  return level === undefined || names.includes(level)
    ? []
    : [`${checked.at(["level"])}: level: ${unknownName(level, names)}`];
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
