import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, parsed } from "../../spec/json.ts";
import { SUITE_VERSION } from "../package/own-package.ts";
import type { Step } from "../../suites/walks/steps.ts";

export const CORPUS = ".payconform/corpus";

/** The most sequences of steps that are kept. */
const MOST_KEPT = 500;

/** A file of the corpus: steps that violated a rule, or that reached something new. */
interface Entry {
  readonly version: string;
  /** Base URL; null for the embedded emulator. */
  readonly target: string | null;
  readonly rule: string | null;
  readonly steps: readonly Step[];
}

/** What explorations of one target have learned, in a folder with a file for each sequence of steps. */
export class Corpus {
  readonly #folder: string;
  readonly #target: string | null;
  readonly #kept = new Set<string>();
  /** How many files are of another target, of another version, or no sequences. */
  readonly ignored: number;
  /** Those that violated a rule come first, then short ones. */
  readonly sequences: readonly (readonly Step[])[];

  constructor(folder: string, target: string | null) {
    this.#folder = folder;
    this.#target = target;
    const names = existing(folder);
    const entries = names.flatMap((name) => {
      const entry = read(join(folder, name));
      if (entry?.version !== SUITE_VERSION || entry.target !== target) return [];
      this.#kept.add(name);
      return [entry];
    });
    this.ignored = names.length - entries.length;
    const rank = ({ rule, steps }: Entry): number => (rule === null ? steps.length : 0);
    this.sequences = entries.sort((a, b) => rank(a) - rank(b)).map(({ steps }) => steps);
  }

  /** Keeps steps. `rule`: the rule that they violate. */
  keep(steps: readonly Step[], rule: string | null = null): void {
    const entry: Entry = { version: SUITE_VERSION, target: this.#target, rule, steps };
    const name = `${createHash("sha256").update(JSON.stringify(steps)).digest("hex").slice(0, 16)}.json`;
    const [oldest] = this.#kept;
    if (!this.#kept.has(name) && this.#kept.size >= MOST_KEPT && oldest !== undefined) {
      this.#kept.delete(oldest);
      rmSync(join(this.#folder, oldest), { force: true });
    }
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, name), `${JSON.stringify(entry)}\n`);
    this.#kept.add(name);
  }
}

function existing(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

/** Null for anything that is no entry. */
function read(file: string): Entry | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    // Another exploration has removed it meanwhile.
    return null;
  }
  const value = parsed(text);
  if (!isObject(value) || !Array.isArray(value["steps"])) return null;
  return value["steps"].every(isStep) ? (value as unknown as Entry) : null;
}

/** Whether a value has the members of a step. What they name is found, or not, when the step is performed. */
export function isStep(value: unknown): value is Step {
  if (!isObject(value)) return false;
  const { act, by, names, body, query } = value;
  return typeof act === "string" && (by === 0 || by === 1) && [names, body, query].every(isObject);
}
