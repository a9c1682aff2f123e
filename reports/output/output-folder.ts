import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Lists the files that runs have written into the folder, one per line. Nothing else is ever deleted or replaced. */
export const MANIFEST_FILE = "payconform-files.txt";

/** The files with the outcome of a run. */
export const OUTCOME_FILES = [
  "report.html",
  "conformance.json",
  "junit.xml",
  "summary.md",
  "results.sarif",
  "badge.json",
  "badge.svg",
] as const;
/** The evidence that `conformance.json` omits and `merge` needs for complete reports. */
export const EVIDENCE_FILE = "shard-evidence.jsonl";

/** The log of the objects that runs left on a target. */
export const CLEANUP_FILE = "leftovers.jsonl";

/** What an exploration has reached. */
export const COVERAGE_FILE = "coverage.json";

/** The outcome of the last run that judged something, if a later one has judged nothing. */
export const EARLIER_FILE = "earlier-conformance.json";

const FOLDERS = ["transcripts", "replays", "allure-results", "allure-report"] as const;
const IN_FOLDER = new RegExp(`^(?:${FOLDERS.join("|")})/[A-Za-z0-9_][A-Za-z0-9_.-]*$`);
const FILES: ReadonlySet<string> = new Set([
  ...OUTCOME_FILES,
  ...[EVIDENCE_FILE, EARLIER_FILE, CLEANUP_FILE, COVERAGE_FILE],
]);

/** Whether a run may write a file of this name, and so a manifest may list it. */
const isOwn = (name: string): boolean => FILES.has(name) || IN_FOLDER.test(name);

const TEMPORARY = /^\.payconform-[0-9a-f]{16}\.tmp$/;

/** Why a file of the output folder could not be written, in one sentence. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/**
 * The folder to which a run writes its reports. Each file is written under another name and renamed, so it is never incomplete. Symbolic
 * links are not followed. Files of others are neither replaced nor deleted.
 */
export class OutputFolder {
  readonly path: string;
  /** Names of files that earlier runs or this one have written. */
  readonly #own: Set<string>;
  #isManifestStarted = false;

  constructor(path: string) {
    this.path = path;
    this.#own = new Set(listed(path));
  }

  /**
   * The first file that no run has written, although a run would replace it or read it as its own; null if there is none.
   * `rules`: ids of all rules; `allure`: whether Allure's report is written.
   */
  foreign(options: { readonly rules: readonly string[]; readonly allure: boolean }): string | null {
    const evidence = new Set(
      [...this.#namesIn("transcripts"), ...this.#namesIn("replays")].map((name) => name.toLowerCase()),
    );
    const written = [
      ...OUTCOME_FILES,
      EVIDENCE_FILE,
      EARLIER_FILE,
      // The file system may ignore case.
      ...(evidence.size === 0 ? [] : options.rules)
        .flatMap((id) => [`transcripts/${fileNameOf(id)}.http`, `replays/${fileNameOf(id)}.json`])
        .filter((name) => evidence.has(name.toLowerCase())),
      ...(options.allure ? ["allure-report/index.html"] : []),
      // Allure's report contains every file in this folder.
      ...(options.allure ? this.#namesIn("allure-results") : []),
    ];
    const folder = FOLDERS.find((name) => !["folder", "none"].includes(kindOf(join(this.path, name))));
    return folder ?? written.find((name) => this.#isForeign(name)) ?? null;
  }

  /**
   * Deletes what earlier runs wrote, for a run that judges nothing, because they could be taken for reports of this run. Keeps the outcome
   * under another name, so that later runs can be compared with it.
   */
  retire(): void {
    const outcome = join(this.path, "conformance.json");
    if (this.#own.has("conformance.json") && kindOf(outcome) === "file")
      this.write(EARLIER_FILE, readFileSync(outcome));
    this.clear([EARLIER_FILE]);
  }

  /** Deletes what earlier runs wrote, except the cleanup log and the files in `kept`. */
  clear(kept: readonly string[] = []): void {
    for (const name of this.#own) if (name !== CLEANUP_FILE && !kept.includes(name)) this.remove(name);
    for (const folder of ["", ...FOLDERS])
      for (const name of readdirSafely(join(this.path, folder)))
        if (TEMPORARY.test(name)) rmSync(join(this.path, folder, name), { recursive: true, force: true });
    for (const folder of FOLDERS) removeIfEmpty(join(this.path, folder));
    if (this.#own.size === 0) removeFile(join(this.path, MANIFEST_FILE));
    else this.#writeManifest();
  }

  /** Writes a file and returns its path. @throws OutputError */
  write(name: string, content: string | Uint8Array): string {
    this.#stage(name, content).move();
    return join(this.path, name);
  }

  /** Writes all of these files or none, and returns their paths. @throws OutputError */
  writeAll(files: readonly (readonly [string, string])[]): readonly string[] {
    const staged: Staged[] = [];
    try {
      for (const [name, content] of files) staged.push(this.#stage(name, content));
    } catch (error) {
      for (const { temporary } of staged) removeFile(temporary);
      throw error;
    }
    for (const { move } of staged) move();
    return files.map(([name]) => join(this.path, name));
  }

  /** Creates a folder for work in progress, which the caller removes; otherwise, the next run does. @throws OutputError */
  workFolder(): string {
    const path = temporaryIn(this.path);
    writing(path, () => mkdirSync(path));
    return path;
  }

  /** Moves a file from a work folder to its place. @throws OutputError */
  take(from: string, name: string): void {
    this.adopt(name);
    const path = join(this.path, name);
    if (!this.#isReachable(name)) writing(dirname(path), () => mkdirSync(dirname(path)));
    writing(path, () => renameSync(from, path));
  }

  /** Deletes a file that a run wrote. */
  remove(name: string): void {
    const path = join(this.path, name);
    if (!this.#own.has(name) || !this.#isReachable(name) || kindOf(path) === "folder") return;
    removeFile(path);
    this.#own.delete(name);
  }

  #writeManifest(): void {
    replaceFile(join(this.path, MANIFEST_FILE), [...this.#own, ""].join("\n"));
  }

  /** Adds a file to the manifest. Called before the file is written. @throws OutputError */
  adopt(name: string): void {
    if (!isOwn(name)) throw new OutputError(`${name} is no file that a run writes`);
    if (this.#own.has(name) && this.#isManifestStarted) return;
    try {
      const file = join(this.path, MANIFEST_FILE);
      if (!this.#isManifestStarted && kindOf(file) !== "none") this.#writeManifest();
      this.#isManifestStarted = true;
      append(file, `${name}\n`);
      this.#own.add(name);
    } catch (error) {
      throw outputError(join(this.path, MANIFEST_FILE), error);
    }
  }

  #stage(name: string, content: string | Uint8Array): Staged {
    const path = join(this.path, name);
    this.adopt(name);
    if (!this.#isReachable(name)) writing(dirname(path), () => mkdirSync(dirname(path)));
    return stage(path, content);
  }

  #isForeign(name: string): boolean {
    const kind = kindOf(join(this.path, name));
    return kind !== "none" && !(kind === "file" && this.#own.has(name));
  }

  /** Whether the subfolder of a file exists and is not a link. */
  #isReachable(name: string): boolean {
    return !name.includes("/") || kindOf(join(this.path, dirname(name))) === "folder";
  }

  #namesIn(folder: string): readonly string[] {
    return readdirSafely(join(this.path, folder))
      .filter((name) => !TEMPORARY.test(name))
      .map((name) => `${folder}/${name}`);
  }
}

/** Replaces a file atomically. @throws OutputError */
export function replaceFile(path: string, content: string | Uint8Array): void {
  stage(path, content).move();
}

/** A file that was written under a temporary name. */
interface Staged {
  readonly temporary: string;
  readonly move: () => void;
}

const temporaryIn = (folder: string): string =>
  join(folder, `.payconform-${randomBytes(8).toString("hex")}.tmp`);

function stage(path: string, content: string | Uint8Array): Staged {
  const temporary = temporaryIn(dirname(path));
  writing(path, () => writeFileSync(temporary, content, { flag: "wx" }), temporary);
  return { temporary, move: () => writing(path, () => renameSync(temporary, path), temporary) };
}

/** Executes a step of writing a file. If it fails, removes the temporary file. @throws OutputError */
function writing(path: string, act: () => void, temporary?: string): void {
  try {
    act();
  } catch (error) {
    if (temporary !== undefined) removeFile(temporary);
    throw outputError(path, error);
  }
}

/** Appends to a file; a link is not followed. @throws the system's error */
export function append(path: string, text: string): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o644);
  try {
    appendFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** The kind of the file at a path; links are not followed. */
export function kindOf(path: string): "none" | "file" | "folder" | "other" {
  try {
    const stat = lstatSync(path);
    return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  } catch {
    // It does not exist, or its folder is a file. Writing to it reports why.
    return "none";
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the device",
  EDQUOT: "the quota is used up",
  EFBIG: "the file is larger than allowed",
  EROFS: "the file system is read-only",
  EACCES: "it is not permitted",
  EPERM: "it is not permitted",
  EEXIST: "something else is there",
  ENOTDIR: "something else is there",
  ELOOP: "it is a symbolic link",
};

export function outputError(path: string, error: unknown): OutputError {
  if (error instanceof OutputError) return error;
  const { code = "unwritable" } = error as NodeJS.ErrnoException;
  const why = WORDS[code] === undefined ? code : `${WORDS[code]} (${code})`;
  return new OutputError(`${path} cannot be written: ${why}`);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It does not exist or contains files of others.
  }
}

function removeFile(path: string): void {
  rmSync(path, { force: true });
}

function readdirSafely(path: string): readonly string[] {
  return kindOf(path) === "folder" ? readdirSync(path) : [];
}

/** The files in the manifest. Ignores names that no run writes. */
function listed(folder: string): readonly string[] {
  const file = join(folder, MANIFEST_FILE);
  return kindOf(file) === "file" ? readFileSync(file, "utf8").split("\n").filter(isOwn) : [];
}

/** A rule id as a file name: "reversals/x" becomes "reversals__x". The name cannot leave its folder. */
export function fileNameOf(ruleId: string): string {
  return ruleId
    .replaceAll("/", "__")
    .replace(/[^A-Za-z0-9_-]/gu, "-")
    .slice(0, 150);
}
