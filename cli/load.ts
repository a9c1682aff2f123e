/**
 * Loads the bundled code together with what V8 compiled of it in an earlier process: that takes a third less CPU than compiling it again,
 * as each run of one rule did. It is kept beside the code, so only a user who can change the code can change it.
 */
import { accessSync, constants, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { threadId } from "node:worker_threads";

/** This file, where it is bundled. */
declare const __filename: string;

type Require = (id: string) => unknown;
type Body = (
  exports: unknown,
  require: Require,
  module: { exports: unknown },
  file: string,
  folder: string,
) => void;

const loaded = new Map<string, { exports: unknown }>();
/** What was compiled in this process, by the file that is to keep it. */
const compiled = new Map<string, Script>();

/** A name that changes with the content: V8 compares no more than the length. */
const HASHED = /-[\w-]{8}\.cjs$/;

/** Node's own switch; and what V8 kept does not count what is executed. */
const isKept = !["NODE_DISABLE_COMPILE_CACHE", "NODE_V8_COVERAGE"].some((name) => process.env[name]);

let fromNode: Require | undefined;
const requireOfNode: Require = (id) => (fromNode ??= createRequire(__filename))(id);

/** Executes a file of the bundled code, and what it requires; gives its exports. */
function load(file: string): unknown {
  if (file === __filename) return createRequire(file)(file);
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const module = { exports: {} as unknown };
  loaded.set(file, module);
  const folder = dirname(file);
  const require: Require = (id) => {
    if (id.startsWith("./")) return load(folder + id.slice(1));
    return id.startsWith(".") ? load(join(folder, id)) : requireOfNode(id);
  };
  const body = scriptOf(file).runInThisContext() as Body;
  body(module.exports, require, module, file, folder);
  return module.exports;
}

function scriptOf(file: string): Script {
  const code = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "utf8")}\n})`;
  const options = { filename: file };
  const kept = isKept && HASHED.test(file) ? keptFile(file) : null;
  if (kept === null) return new Script(code, options);
  const cachedData = readIfThere(kept);
  const script = new Script(code, cachedData === undefined ? options : { ...options, cachedData });
  // V8 refuses what another version or other flags have compiled.
  if (cachedData === undefined || script.cachedDataRejected === true) compiled.set(kept, script);
  return script;
}

/** Without `join`, which takes longer than it looks: V8 optimises it for a dozen files. */
const keptFile = (file: string): string =>
  `${dirname(dirname(file))}/compiled/${process.versions.v8}-${process.arch}/${basename(file)}.bin`;

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Keeps what this process compiled, with the functions that were executed. Does nothing where the code belongs to another user. */
export function keepCompiled(): void {
  const [first] = compiled.keys();
  if (first === undefined) return;
  const folder = dirname(first);
  try {
    if (statSync(__filename).uid !== (process.getuid?.() ?? 0)) return;
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    for (const [file, script] of compiled) {
      const temporary = `${file}.${process.pid}-${threadId}.tmp`;
      writeFileSync(temporary, script.createCachedData());
      renameSync(temporary, file);
    }
  } catch {
    // The code is compiled again then.
  } finally {
    compiled.clear();
  }
}

/** Imports a package, which the bundled code itself cannot do. */
export const importPackage = <T>(name: string): Promise<T> => import(name) as Promise<T>;

/** Starts a process or thread. */
export function begin(file: string): void {
  process.once("exit", keepCompiled);
  load(file);
}
