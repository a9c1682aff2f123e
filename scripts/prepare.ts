/**
 * npm runs this script after `npm ci`, and when it packs a git reference. In the second case, npm is called from another folder, and this
 * script must also build; in a checkout, `npm pack` builds.
 */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

const root = join(import.meta.dirname, "..");
const calledFrom = process.env["INIT_CWD"] ?? root;
const scripts = resolve(calledFrom) === root ? ["generate", "docs"] : ["generate", "build"];

for (const script of scripts) {
  const { status } = spawnSync("npm", ["run", "--silent", script], {
    cwd: root,
    stdio: "inherit",
    shell: true,
  });
  if (status !== 0) process.exit(status ?? 1);
}
