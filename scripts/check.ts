/** Runs every check without tests, the cheapest first, and reports all of them: a failure does not end the run. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const STEPS = [
  { script: "check:generated", cure: "npm run generate" },
  { script: "lint:contract", cure: "correct spec/openapi" },
  { script: "lint:format", cure: "npm run format" },
  { script: "unused", cure: "remove it, or mark what only a test imports with @internal" },
  { script: "types", cure: "correct the types" },
  { script: "lint:code", cure: "npx eslint --fix, or what its message says" },
];

const failed = STEPS.filter(({ script }) => {
  const begun = Date.now();
  console.log(`${script} …`);
  const { status } = spawnSync("npm", ["run", "--silent", script], {
    cwd: join(import.meta.dirname, ".."),
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  console.log(
    `${script} ${status === 0 ? "passed" : "FAILED"} in ${((Date.now() - begun) / 1000).toFixed(0)} s`,
  );
  return status !== 0;
});
for (const { script, cure } of failed) console.error(`${script}: ${cure}`);
process.exitCode = failed.length === 0 ? 0 : 1;
