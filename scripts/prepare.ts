/**
 * npm runs this after `npm ci`, and when it makes a package of a git reference. Only then is npm called from elsewhere, and
 * nothing else builds: within a checkout, `npm pack` does.
 */
import { spawnSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const calledFrom = process.env["INIT_CWD"] ?? root;
const scripts = resolve(calledFrom) === root ? ["generate"] : ["generate", "build"];

for (const script of scripts) {
  const { status } = spawnSync("npm", ["run", "--silent", script], {
    cwd: root,
    stdio: "inherit",
    shell: true,
  });
  if (status !== 0) process.exit(status ?? 1);
}
