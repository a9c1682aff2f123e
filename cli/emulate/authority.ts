import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { createAuthority, type Credentials, isAuthority, issue } from "../../emulator/tls/certificates.ts";
import { messageOf } from "../../harness/plain.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";

/** The names of this machine. */
const OWN_NAMES = ["localhost", "127.0.0.1", "::1"];

/** The certificate of an emulator, and the file of the authority that clients trust. */
interface Certified {
  readonly tls: Credentials;
  readonly authorityFile: string;
}

/**
 * Issues a certificate for this machine and these names, by the authority in a folder; by default, that of the user. The first start makes it.
 * @throws UsageError
 */
export function certified(folder: string | true, names: readonly string[]): Certified {
  const place = resolve(folder === true ? join(homedir(), ".payconform") : folder);
  const authorityFile = join(place, "authority.pem");
  try {
    return {
      tls: issue(authorityIn(place, authorityFile), [...OWN_NAMES, ...names], Date.now()),
      authorityFile,
    };
  } catch (error) {
    throw new UsageError(
      `--https needs a folder for its authority: ${messageOf(error)}; name another one, as in --https ./authority`,
    );
  }
}

function authorityIn(folder: string, authorityFile: string): Credentials {
  const keyFile = join(folder, "authority-key.pem");
  const known = { key: read(keyFile), cert: read(authorityFile) };
  if (isAuthority(known, Date.now())) return known;
  if (known.key !== "" || known.cert !== "")
    throw new Error(`${folder} has another or an expired authority, which must be removed first`);
  const made = createAuthority(Date.now());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(keyFile, made.key, { mode: 0o600, flag: "wx" });
  writeFileSync(authorityFile, made.cert);
  return made;
}

/** A file's text; empty if there is no such file. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
