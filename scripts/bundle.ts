import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { build, type Plugin } from "vite";
import { digestOfSuite, SUITE_DIGEST_FILE } from "../cli/package/suite-digest.ts";
import { copyFilesBesideCode } from "./files-beside-code.ts";
import { asciiText } from "./generate/data-text.ts";

/** The entry points of processes, threads and users' programs, and the module that loads them. */
const ENTRIES = [
  "cli/package/load",
  "cli/main",
  "cli/api",
  "cli/emulator-library",
  "cli/runner/judging-worker",
  "cli/vitest/bind",
];

/** Packages that are not bundled, because their threads or plug-ins look for files beside their code. */
const EXTERNAL = ["vitest", "allure"];

/**
 * Bundles the sources and their libraries into JavaScript, and copies the files beside the code. Code that is used together is in one file,
 * because finding and reading a thousand files takes longer than judging a rule.
 */
export async function bundle(root: string, target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  const { plugin, groups } = chunking(root);
  const built = await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [parserApart, besideCode(root), plugin],
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: true,
      target: "node20",
      outDir: target,
      emptyOutDir: false,
      license: { fileName: "licenses.md" },
      rollupOptions: {
        input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(root, `${entry}.ts`)])),
        output: {
          format: "cjs",
          entryFileNames: "code/[name].cjs",
          chunkFileNames: "code/chunks/[name]-[hash].cjs",
          codeSplitting: { groups },
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  });
  copyFilesBesideCode(root, target);
  const digestFile = join(target, SUITE_DIGEST_FILE);
  mkdirSync(dirname(digestFile), { recursive: true });
  writeFileSync(digestFile, digestOfSuite(root));
  const exportsOf = (name: string): readonly string[] =>
    [built]
      .flat()
      .flatMap((part) => ("output" in part ? part.output : []))
      .flatMap((file) => (file.type === "chunk" && file.name === name ? file.exports : []));
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    engines: { node: string };
  };
  for (const [file, text] of Object.entries(entryFiles(exportsOf, nodeCheck(engines.node)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), text);
  }
}

/**
 * The files that processes, threads, vitest and users load. The code is CommonJS, because Node loads it in half the time of ES modules and
 * V8 can cache its compilation. Users import ES modules.
 */
function entryFiles(
  exportsOf: (name: string) => readonly string[],
  check: string,
): Readonly<Record<string, string>> {
  const required = (file: string): string =>
    `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n${file}\n`;
  const library = (name: string): string =>
    required(`export const { ${exportsOf(name).join(", ")} } = require("../code/${name}.cjs");`);
  const begin = (up: string, name: string): string =>
    `require("${up}/code/cli/package/load.cjs").begin(require.resolve("${up}/code/${name}.cjs"));`;
  return {
    "cli/main.js": `#!/usr/bin/env node\n${check}${required(begin("..", "cli/main"))}`,
    "cli/api.js": library("cli/api"),
    "cli/emulator-library.js": library("cli/emulator-library"),
    "cli/runner/judging-worker.cjs": `${begin("../..", "cli/runner/judging-worker")}\n`,
    "cli/vitest/rules.js": `import * as vitest from "vitest";\n${required('await require("../../code/cli/vitest/bind.cjs").bind(vitest);')}`,
  };
}

/**
 * Statements that end the program with a usage error on another version of Node, before they load anything that it cannot run.
 * `range`: as in `engines`, for example `^20.19.0 || >=24`.
 */
function nodeCheck(range: string): string {
  const ranges = range.split("||").map((part) => {
    const [, sign = "", major = "0", minor = "0"] = /^\s*(\^|>=)(\d+)(?:\.(\d+))?/.exec(part) ?? [];
    if (sign === "") throw new Error(`package.json: cannot read the range of Node versions ${part}`);
    return { sign, major: Number(major), minor: Number(minor) };
  });
  const test = ranges.map(({ sign, major, minor }) => {
    const late = minor === 0 ? `major === ${major}` : `(major === ${major} && minor >= ${minor})`;
    return sign === "^" ? late : `major > ${major} || ${late}`;
  });
  const words = ranges.map(({ sign, major, minor }) =>
    sign === "^" ? `${major}.${minor} or a later ${major}` : `${major} or newer`,
  );
  return `const [major, minor] = process.versions.node.split(".").map(Number);
if (!(${test.join(" || ")})) {
  console.error("payconform needs Node " + ${JSON.stringify(words.join(", "))} + "; this is Node " + process.versions.node);
  process.exit(2);
}
`;
}

/** Leaves undici's parser of answers in its package. There are two, of which undici needs one, and each is as large as all of the client. */
const parserApart: Plugin = {
  name: "parser-apart",
  enforce: "pre",
  resolveId: (id) => {
    const [file] = /(?<=\/llhttp\/)llhttp\S*-wasm\.js$/.exec(id) ?? [];
    return file === undefined ? null : { id: `undici/lib/llhttp/${file}`, external: true };
  },
};

/** Makes `import.meta.url` refer to the original path, so that bundled code finds the files beside its source. */
function besideCode(root: string): Plugin {
  return {
    name: "beside-code",
    transform(code, id) {
      const file = relative(root, id).split(sep).join("/").replace(/ts$/, "js");
      if (!code.includes("import.meta.url") || !/^[a-z]/.test(file) || file.startsWith("node_modules"))
        return null;
      return { code: code.replaceAll("import.meta.url", JSON.stringify(`source:${file}`)), map: null };
    },
    renderChunk(code, { fileName }) {
      const up = "../".repeat(fileName.split("/").length - 1) || "./";
      return code.replaceAll(
        /"source:([\w./-]+)"/g,
        (_, file: string) =>
          `require("node:url").pathToFileURL(require("node:path").join(__dirname, "${up}${file}")).href`,
      );
    },
    // V8 stores a file with a single non-ASCII character as UTF-16, which is slower and takes twice the memory.
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== "chunk") continue;
        for (const id of file.dynamicImports)
          if (files[id] === undefined)
            this.error(`${file.name} imports ${id}: use importPackage of cli/package/load.ts`);
        file.code = asciiText(file.code.replace(/^#!.*\n/, ""));
      }
    },
  };
}

/**
 * The modules that each kind of thread or command loads first. Code that is loaded by the same kinds is in one file, so that a run of one
 * rule reads a dozen files, not a hundred.
 */
const LOADED_BY: Readonly<Record<string, readonly string[]>> = {
  start: ["cli/main"],
  list: ["cli/commands/rules", "cli/commands/explain"],
  report: ["cli/commands/run", "reports/junit", "reports/page/page"],
  judge: ["cli/runner/judging-worker", "cli/targets/reachability", "cli/targets/operation-map"],
  emulate: ["cli/commands/emulate"],
};

interface Chunking {
  readonly plugin: Plugin;
  readonly groups: {
    readonly name: string;
    readonly priority: number;
    readonly test: (id: string) => boolean;
  }[];
}

/** The groups of code for the bundler, and the plug-in that finds the members of each group. */
function chunking(root: string): Chunking {
  const loadedBy = new Map<string, string>();
  const starts = new Set(ENTRIES.map((entry) => join(root, `${entry}.ts`)));
  const plugin: Plugin = {
    name: "chunking",
    buildEnd() {
      for (const [name, files] of Object.entries(LOADED_BY)) {
        const found = new Set(files.map((file) => join(root, `${file}.ts`)));
        for (const id of found) {
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) found.add(next);
          // An entry point is a separate file, because others must not execute it.
          if (!starts.has(id)) loadedBy.set(id, [...(loadedBy.get(id)?.split("-") ?? []), name].join("-"));
        }
      }
    },
  };
  const all = Object.keys(LOADED_BY).reduce<readonly (readonly string[])[]>(
    (sets, name) => [...sets, ...sets.map((set) => [...set, name])],
    [[]],
  );
  const groups = all.slice(1).map((set) => ({
    name: set.join("-"),
    priority: set.length,
    test: (id: string) => loadedBy.get(id) === set.join("-"),
  }));
  return { plugin, groups };
}
