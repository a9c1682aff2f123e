import { existsSync, readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Document, isCollection, isMap, isScalar, stringify } from "yaml";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { clip, count, oneLine } from "../../reports/text/text.ts";
import type { Placeholder } from "./placeholders.ts";
import { dirname } from "node:path";
import { parseProfile } from "../../harness/profile/load.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { OutputError, replaceFile } from "../../reports/output/output-folder.ts";
import { PROFILE_FILE } from "../targets/find.ts";

const template = fileURLToPath(new URL("../templates/payconform.yaml", import.meta.url));

/** The commented profile that explains every setting. */
export function templateText(): string {
  return readFileSync(template, "utf8");
}

/** The comments of a profile. */
export interface Remarks {
  /** Written above the settings; by path, whose parts are joined by dots. */
  readonly comments: ReadonlyMap<string, string>;
  /** Written as settings that are commented out. */
  readonly placeholders: readonly Placeholder[];
}

/** A profile as commented YAML: the template, with the sections that have values or placeholders filled in. */
export function profileText(profile: ProfileInput, { comments, placeholders }: Remarks): string {
  const [intro = "", ...blocks] = templateText().trimEnd().split("\n\n");
  const written = blocks.map((block) => {
    const section = sectionOf(block);
    const open = placeholders.filter(({ path }) => path[0] === section);
    const value = (profile as Readonly<Record<string, unknown>>)[section];
    if (value === undefined && open.length === 0) return block;
    const explained = block
      .split("\n")
      .filter((line) => /^# /.test(line) && !/^# {1,3}(feed|events):/.test(line));
    return [
      ...explained,
      ...(value === undefined ? [] : [sectionText(section, value, comments)]),
      ...open.flatMap((placeholder, index) =>
        placeholderLines(placeholder, value === undefined && index === 0),
      ),
    ].join("\n");
  });
  return `${[intro, ...written].join("\n\n")}\n`;
}

const sectionOf = (block: string): string => /^#?([A-Za-z]+):/m.exec(block)?.[1] ?? "";

const MAX_CHARACTERS = 400;

const comment = (text: string): string => `# ${clip(oneLine(text), MAX_CHARACTERS)}`;

function sectionText(section: string, value: unknown, comments: ReadonlyMap<string, string>): string {
  const document = new Document({ [section]: value });
  const inner = document.get(section);
  if (isMap(inner))
    for (const { key, value: entry } of inner.items) {
      const name = isScalar(key) ? String(key.value) : "";
      const text = comments.get(`${section}.${name}`);
      if (isScalar(key) && text !== undefined) key.commentBefore = ` ${clip(oneLine(text), MAX_CHARACTERS)}`;
      // Lists, bodies and outputs are easier to read on one line.
      if (isMap(entry) && section === "ports")
        for (const { value: part } of entry.items) if (isCollection(part)) part.flow = true;
      if (isCollection(entry) && section !== "ports") entry.flow = true;
    }
  return document.toString({ lineWidth: 0 }).trimEnd();
}

/** A placeholder as a comment and a setting that is commented out. */
function placeholderLines({ path, what, rules, example }: Placeholder, isFirst: boolean): readonly string[] {
  const [section = "", name] = path;
  const needed = rules === 0 ? "" : `${count(rules, "rule")} ${rules === 1 ? "needs" : "need"} it.`;
  const value = stringify(example, { collectionStyle: "flow", lineWidth: 0 }).trimEnd();
  // The template explains the settings that rules need.
  if (name === undefined) return [comment(rules === 0 ? what : needed), `#${section}: ${value}`];
  return [
    ...(isFirst ? [`#${section}:`] : []),
    `  ${comment(`${what} ${needed}`.trimEnd())}`,
    `  #${name}: ${value}`,
  ];
}

/** Where a profile is written. */
export interface Destination {
  readonly out?: string | undefined;
  readonly profile?: string | undefined;
  readonly overwrite: boolean;
}

/** The file to write: by default, the profile that was read. @throws UsageError if it exists and may not be overwritten, or has no folder */
export function profileToWrite({ out, profile, overwrite }: Destination): string {
  const file = out ?? profile ?? PROFILE_FILE;
  if (existsSync(file) && !overwrite)
    throw new UsageError(
      `${file} already exists and is not overwritten; give another file with --out, or --overwrite to add what is found`,
    );
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new UsageError(`cannot write ${file}: there is no folder ${folder}; create it`);
  return file;
}

/** Writes a profile, or none at all. A link keeps leading to it. @throws UsageError if it cannot be written */
export function writeProfile(file: string, text: string): void {
  parseProfile(text, file);
  try {
    replaceFile(existsSync(file) ? realpathSync(file) : file, text);
  } catch (error) {
    throw error instanceof OutputError ? new UsageError(error.message) : error;
  }
}
