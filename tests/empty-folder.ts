import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder, which is removed after the tests. */
export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), "payconform-"));
