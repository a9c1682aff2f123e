/** Builds `dist/` for the package: the bundled code, the declarations, the data files that the code reads, and the interface reference. */
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPublicContract } from "../spec/index.ts";
import { bundle } from "./bundle.ts";
import { writeDeclarations } from "./declarations.ts";
import { page, withRules } from "./docs.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
writeDeclarations(root);
await bundle(root, dist);
writeFileSync(join(dist, "reference.html"), page(withRules(readPublicContract())));
chmodSync(join(dist, "cli/main.js"), 0o755);
