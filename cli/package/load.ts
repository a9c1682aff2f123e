/**
 * Loads the bundled code with the code cache that V8 produced in an earlier process. A run of one rule then needs a third less CPU time
 * than if it compiled the code. The cache is beside the code, so only a user who can change the code can change the cache.
 */
import { accessSync, constants, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { threadId } from "node:worker_threads";

/** The path of this file in the bundle. */
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
/** The scripts that this process compiled, by the path of their cache. */
const compiled = new Map<string, Script>();

/** File names with a hash of the content. Only these are cached, because V8 compares only the length of the source. */
const HASHED = /-[\w-]{8}\.cjs$/;

/** Off if Node's own switch disables caches, or if coverage is measured, which does not work with cached code. */
const usesCache = !["NODE_DISABLE_COMPILE_CACHE", "NODE_V8_COVERAGE"].some((name) => process.env[name]);

let fromNode: Require | undefined;
const requireOfNode: Require = (id) => (fromNode ??= createRequire(__filename))(id);

/** Executes a file of the bundle and the files that it requires. Returns its exports. */
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
  const kept = usesCache && HASHED.test(file) ? cacheFile(file) : null;
  if (kept === null) return new Script(code, options);
  const cachedData = readIfThere(kept);
  const script = new Script(code, cachedData === undefined ? options : { ...options, cachedData });
  // V8 rejects a cache that another version or other flags produced.
  if (cachedData === undefined || script.cachedDataRejected === true) compiled.set(kept, script);
  return script;
}

/** The path of a file's cache. Without `join`, which V8 would optimize for a dozen files, at some cost. */
const cacheFile = (file: string): string =>
  `${dirname(dirname(file))}/compiled/${process.versions.v8}-${process.arch}/${basename(file)}.bin`;

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes the cache of what this process compiled, including executed functions. Does nothing if the code belongs to another user. */
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
    // The next process compiles the code again.
  } finally {
    compiled.clear();
  }
}

/** Imports an ES module, which the bundled CommonJS code cannot do itself. */
export const importPackage = <T>(name: string): Promise<T> => import(name) as Promise<T>;

/** Starts a process or thread by executing a file of the bundle. */
export function begin(file: string): void {
  process.once("exit", keepCompiled);
  load(file);
}
