import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Access, KEY_ROLES, type KeyRole, type Keys, type Profile, type SecretSource } from "./types.ts";
import { readingProblem, UsageError } from "./usage-error.ts";

/** Where secrets are read from: environment variables, and files relative to a folder. */
export interface SecretContext {
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
}

/**
 * Reads the keys that a profile names. A missing variable is a missing key; a key of the wrong kind is a mistake.
 * @throws UsageError
 */
export function resolveKeys(profile: Profile, context: SecretContext): Keys {
  const keys: Partial<Record<KeyRole, string>> = {};
  for (const role of KEY_ROLES) {
    const source = profile.keys[role];
    const key = source === undefined ? undefined : readSecret(source, context, "the key file");
    if (source === undefined || key === undefined || key === "") continue;
    requireKey(role, key, nameOf(source));
    keys[role] = key;
  }
  return keys;
}

/**
 * `from` names the source of the key; the key itself is never shown.
 * @throws UsageError for a key of another kind than its role, or one that cannot be sent
 */
export function requireKey(role: KeyRole, key: string, from: string): void {
  const prefix = role === "live" || role === "otherLive" ? "sk_live_" : "sk_test_";
  if (!key.startsWith(prefix)) {
    const live = key.startsWith("sk_live_")
      ? " It is a live key: set it as keys.live and pass --allow-live-key."
      : "";
    throw new UsageError(`the ${role} key from ${from} does not begin with ${prefix}.${live}`);
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError(
      `the ${role} key from ${from} contains characters that no header can carry; allowed: visible ASCII`,
    );
  }
}

/**
 * Reads what else the connection to the target needs: secret headers, the proxy's credentials, the certificate authority.
 * @throws UsageError
 */
export function resolveAccess(profile: Profile, context: SecretContext): Access {
  const headers = Object.fromEntries(
    Object.entries(profile.headers).map(([name, value]) => [name, headerOf(name, value, context)]),
  );
  const { proxy, certificateAuthorityFile } = profile.network;
  const credentials =
    proxy?.credentials === undefined ? undefined : readSecret(proxy.credentials, context, "the proxy's file");
  if (proxy?.credentials !== undefined && !/^[^:]+:./.test(credentials ?? "")) {
    throw new UsageError(
      `network.proxy.credentials: ${nameOf(proxy.credentials)} has to be a name and a password, as name:password`,
    );
  }
  return {
    headers,
    ...(credentials === undefined ? {} : { proxyCredentials: credentials }),
    ...(certificateAuthorityFile === undefined
      ? {}
      : { certificateAuthority: certificateOf(certificateAuthorityFile, context) }),
  };
}

function headerOf(name: string, value: string | SecretSource, context: SecretContext): string {
  if (typeof value === "string") return value;
  const secret = readSecret(value, context, "the header's file");
  if (secret === undefined || secret === "") {
    throw new UsageError(`headers.${name}: ${nameOf(value)} is empty or not set`);
  }
  if (!/^[\t\x20-\x7e]+$/.test(secret)) {
    throw new UsageError(
      `headers.${name}: ${nameOf(value)} contains characters that no header can carry; allowed: printable ASCII`,
    );
  }
  return secret;
}

function certificateOf(file: string, context: SecretContext): string {
  const text = readFile(file, context, "the certificate authority");
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new UsageError(
      `network.certificateAuthorityFile: ${file} contains no certificate; allowed: PEM, one certificate or more`,
    );
  }
  return text;
}

function readSecret(source: SecretSource, context: SecretContext, what: string): string | undefined {
  return "env" in source ? context.env[source.env]?.trim() : readFile(source.file, context, what).trim();
}

function readFile(file: string, context: SecretContext, what: string): string {
  try {
    return readFileSync(resolve(context.folder, file), "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${what} ${file}: ${readingProblem(error)}`);
  }
}

function nameOf(source: SecretSource): string {
  return "env" in source ? `the environment variable ${source.env}` : `the file ${source.file}`;
}
