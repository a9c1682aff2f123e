import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Every temporary folder of the tests, and of the processes they start, goes into one that ends with them. */
export default function temporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "payconform-tests-"));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}
