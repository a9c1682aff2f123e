/**
 * Compares what other tools find in the emulator's mutants, and at what cost: `npm run bench:peers [-- MUTANTS [SEED]]`. The first run
 * installs the tools. Replaces the table in `docs/peers.md`. The exit code is 1 if a tool finds something in the emulator.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { join } from "node:path";
import { mutants } from "../../mutants/index.ts";
import type { Mutant } from "../../mutants/mutant.ts";
import { install, root } from "../other-tools.ts";
import { judge, PINNED, TOOLS } from "./peers/tools.ts";

const PAGE = join(root, "docs/peers.md");
const MARK = /(<!-- peers: made by `npm run bench:peers` -->\n)[\s\S]*?(<!-- end -->)/;
const [size = 30, seed = 1] = process.argv.slice(2).map(Number);

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;

/** Draws mutants by the seed alone, one of each area in turn. */
function draw() {
  const bySeed = <T>(items: readonly T[], name: (item: T) => string): readonly T[] => {
    const hash = (item: T): string =>
      createHash("sha256")
        .update(`${seed} ${name(item)}`)
        .digest("hex");
    return [...items].sort((a, b) => (hash(a) < hash(b) ? -1 : 1));
  };
  const byArea: Record<string, Mutant[]> = {};
  for (const mutant of bySeed(mutants, ({ id }) => id))
    (byArea[mutant.violates[0]?.split("/")[0] ?? ""] ??= []).push(mutant);
  const areas = bySeed(Object.keys(byArea), (area) => area);
  const inTurn = mutants.flatMap((_, turn) => areas.flatMap((area) => byArea[area]?.[turn] ?? []));
  return inTurn.slice(0, size);
}

await install(PINNED);
const clean = new Map<string, Awaited<ReturnType<typeof judge>>>();
for (const [name, tool] of Object.entries(TOOLS)) {
  const outcome = await judge(tool, null);
  clean.set(name, outcome);
  const { requests, cpu, findings } = outcome;
  console.log(
    `${name}: ${requests} requests, ${cpu.toFixed(1)} s of CPU, ${findings.length} found in the emulator`,
  );
  for (const finding of findings) console.log(`  ${finding}`);
}
const rows: string[] = [];
const finds = new Map<string, number>();
for (const mutant of draw()) {
  const cells: string[] = [];
  for (const [name, tool] of Object.entries(TOOLS)) {
    // A tool that fails has detected the mutant.
    const isFound = await judge(tool, mutant).then(
      ({ findings }) => findings.length > 0,
      () => true,
    );
    cells.push(isFound ? "found" : "");
    if (isFound) finds.set(name, (finds.get(name) ?? 0) + 1);
  }
  rows.push(row([`\`${mutant.id}\``, mutant.summary.replaceAll("|", "\\|"), ...cells]));
  console.log(rows.at(-1));
}

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly [kind: string]: Readonly<Record<string, string>>;
};
const own = { ...dependencies, ...devDependencies };
const used = ["ajv", "ajv-formats", "vitest"].map((name) => `${name}@${own[name] ?? ""}`);
const summary = [...clean].map(([name, { requests, cpu }]) =>
  row([name, requests, cpu.toFixed(1), `${finds.get(name) ?? 0} of ${rows.length}`]),
);
const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${arch()}`;
const table = `
${new Date().toISOString().slice(0, 10)}; ${machine}, Node ${process.versions.node};
${[...PINNED, ...used].join(", ")}.

| tool | requests | CPU, s | finds |
|---|--:|--:|--:|
${summary.join("\n")}

The sample: ${rows.length} of the mutants, one of each area in turn, drawn by seed ${seed}.

| mutant | what it changes | ${Object.keys(TOOLS)
  .map((name) => name.split(",")[0])
  .join(" | ")} |
|---|---|${Object.keys(TOOLS)
  .map(() => ":-:")
  .join("|")}|
${rows.join("\n")}
`;
const page = readFileSync(PAGE, "utf8");
if (!MARK.test(page)) throw new Error("docs/peers.md has lost the comments between which the table stands");
writeFileSync(
  PAGE,
  page.replace(MARK, (_all, begin: string, end: string) => `${begin}${table}${end}`),
);
process.exitCode = [...clean.values()].every(({ findings }) => findings.length === 0) ? 0 : 1;
