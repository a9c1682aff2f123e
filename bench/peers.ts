/**
 * Compares what other tools find in the emulator's mutants, and at what cost: `npm run bench:peers [-- MUTANTS [SEED]]`. The first run
 * installs the tools in `bench/peers`. Replaces the table in `docs/peers.md`. The exit code is 1 if a tool finds something in the emulator.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { join } from "node:path";
import type { Mutant } from "../mutants/mutant.ts";
import { draw } from "./peers/sample.ts";
import { install, type Judge, judge, type Outcome, TOOLS, versions } from "./peers/tools.ts";

const PAGE = join(import.meta.dirname, "../docs/peers.md");
const MARK = /(<!-- peers: made by `npm run bench:peers` -->\n)[\s\S]*?(<!-- end -->)/;
const [size = 30, seed = 1] = process.argv.slice(2).map(Number);

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;

/** Whether a tool detects a mutant. A tool that fails counts as having detected it. */
const notices = async (tool: Judge, mutant: Mutant): Promise<boolean> =>
  judge(tool, mutant).then(
    ({ findings }) => findings.length > 0,
    () => true,
  );

await install();
const names = Object.keys(TOOLS);
const onEmulator = new Map<string, Outcome>();
for (const [name, tool] of Object.entries(TOOLS)) {
  const outcome = await judge(tool, null);
  onEmulator.set(name, outcome);
  console.log(
    `${name}: ${outcome.requests} requests, ${outcome.cpu.toFixed(1)} s of CPU, ${outcome.findings.length} found in the emulator`,
  );
  for (const finding of outcome.findings) console.log(`  ${finding}`);
}
const sample = draw(seed, size);
const caught = new Map<Mutant, ReadonlySet<string>>();
for (const mutant of sample) {
  const by = new Set<string>();
  for (const [name, tool] of Object.entries(TOOLS)) if (await notices(tool, mutant)) by.add(name);
  caught.set(mutant, by);
  console.log(`${mutant.id}: ${[...by].join(", ") || "nobody"}`);
}

const summary = names.map((name) => {
  const { requests, cpu } = onEmulator.get(name) as Outcome;
  const finds = sample.filter((mutant) => caught.get(mutant)?.has(name)).length;
  return row([name, requests, cpu.toFixed(1), `${finds} of ${sample.length}`]);
});
const each = sample.map((mutant) =>
  row([
    `\`${mutant.id}\``,
    mutant.summary.replaceAll("|", "\\|"),
    ...names.map((name) => (caught.get(mutant)?.has(name) === true ? "found" : "")),
  ]),
);
const used = Object.entries(versions()).map(([name, version]) => `${name} ${version}`);
const table = `
${new Date().toISOString().slice(0, 10)}; ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${arch()}, Node ${process.versions.node};
${used.join(", ")}.

| tool | requests | CPU, s | finds |
|---|--:|--:|--:|
${summary.join("\n")}

The sample: ${sample.length} of the mutants, one of each area in turn, drawn by seed ${seed}.

| mutant | what it changes | ${names.map((name) => name.split(",")[0]).join(" | ")} |
|---|---|${names.map(() => ":-:").join("|")}|
${each.join("\n")}
`;
const page = readFileSync(PAGE, "utf8");
if (!MARK.test(page)) throw new Error("docs/peers.md has lost the comments between which the table stands");
writeFileSync(
  PAGE,
  page.replace(MARK, (_all, begin: string, end: string) => `${begin}${table}${end}`),
);
process.exitCode = [...onEmulator.values()].every(({ findings }) => findings.length === 0) ? 0 : 1;
