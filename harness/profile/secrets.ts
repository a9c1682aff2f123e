import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import { type Access, KEY_ROLES, type KeyRole, type Keys, type Profile, type SecretSource } from "./types.ts";
import { readingProblem, UsageError } from "./usage-error.ts";

/** Where secrets are read from: environment variables, and files relative to a folder. */
export interface SecretContext {
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
}

const TEST_ROLES: readonly KeyRole[] = ["test", "otherTest"];

/**
 * Reads the keys that a profile names; live ones only if `live` is set. A missing variable is a missing key; a key of the wrong
 * kind is a mistake.
 * @throws UsageError with all mistakes
 */
export function resolveKeys(profile: Profile, context: SecretContext & { readonly live: boolean }): Keys {
  const roles = context.live ? KEY_ROLES : TEST_ROLES;
  const read = collect(roles.map((role) => [role, () => keyOf(role, profile, context)] as const));
  return Object.fromEntries(Object.entries(read).filter(([, key]) => key !== undefined));
}

/** Whether the source of a secret exists; the secret is not kept. */
export function isSupplied(source: SecretSource, { env, folder }: SecretContext): boolean {
  return "env" in source ? (env[source.env] ?? "").trim() !== "" : existsSync(resolve(folder, source.file));
}

function keyOf(role: KeyRole, profile: Profile, context: SecretContext): string | undefined {
  const source = profile.keys[role];
  const key = source === undefined ? undefined : readSecret(source, context, "the key file");
  if (source === undefined || key === undefined || key === "") return undefined;
  requireKey(role, key, nameOf(source));
  return key;
}

/** The values by name. @throws UsageError with the mistakes of all of them */
function collect<T>(entries: readonly (readonly [string, () => T])[]): Readonly<Record<string, T>> {
  const values: Record<string, T> = {};
  const mistakes: string[] = [];
  for (const [name, read] of entries) {
    try {
      values[name] = read();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      mistakes.push(error.message);
    }
  }
  if (mistakes.length > 0) throw new UsageError(mistakes.join("\n"));
  return values;
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
      : ` Set it to ${prefix.startsWith("sk_live") ? "a live" : "a test"} key of the target.`;
    throw new UsageError(`the ${role} key from ${from} does not begin with ${prefix}.${live}`);
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError(
      `the ${role} key from ${from} contains characters that no header can carry; allowed: visible ASCII`,
    );
  }
}

/**
 * Reads what else the connection to the target needs: secret headers, the proxy's credentials, certificates and their key.
 * @throws UsageError with all mistakes
 */
export function resolveAccess(profile: Profile, context: SecretContext): Access {
  const { proxy, certificateAuthorityFile: authority, clientCertificate: own } = profile.network;
  const header = "header ";
  const read = collect([
    ...Object.entries(profile.headers).map(
      ([name, value]) => [header + name, () => headerOf(name, value, context)] as const,
    ),
    ["proxy", () => (proxy?.credentials === undefined ? "" : credentialsOf(proxy.credentials, context))],
    [
      "authority",
      () =>
        authority === undefined
          ? ""
          : certificateOf(
              { setting: "certificateAuthorityFile", what: "the certificate authority", file: authority },
              context,
            ),
    ],
    ...(own === undefined ? [] : ownCertificateOf(own, context)),
  ]);
  const { proxy: proxyCredentials = "", authority: certificateAuthority = "", cert, key, passphrase } = read;
  return {
    headers: Object.fromEntries(
      Object.keys(profile.headers).map((name) => [name, read[header + name] ?? ""]),
    ),
    ...(proxyCredentials === "" ? {} : { proxyCredentials }),
    ...(certificateAuthority === "" ? {} : { certificateAuthority }),
    ...(cert === undefined || key === undefined
      ? {}
      : {
          clientCertificate: usable({ cert, key, ...(passphrase === undefined ? {} : { passphrase }) }),
        }),
  };
}

type ClientCertificate = NonNullable<Access["clientCertificate"]>;

/** The parts of the certificate with which the suite identifies itself, by their names in {@link Access}. */
function ownCertificateOf(
  { certificateFile, keyFile, passphrase }: NonNullable<Profile["network"]["clientCertificate"]>,
  context: SecretContext,
): readonly (readonly [keyof ClientCertificate, () => string])[] {
  return [
    [
      "cert",
      () =>
        certificateOf(
          { setting: "clientCertificate.certificateFile", what: "the certificate", file: certificateFile },
          context,
        ),
    ],
    ["key", () => keyOfCertificate(keyFile, context)],
    ...(passphrase === undefined ? [] : [["passphrase", () => passphraseOf(passphrase, context)] as const]),
  ];
}

function keyOfCertificate(file: string, context: SecretContext): string {
  const text = readFile(file, context, "the certificate's key");
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return text;
  throw new UsageError(`network.clientCertificate.keyFile: ${file} contains no private key; allowed: PEM`);
}

function passphraseOf(source: SecretSource, context: SecretContext): string {
  const passphrase = readSecret(source, context, "the passphrase's file") ?? "";
  if (passphrase !== "") return passphrase;
  throw new UsageError(`network.clientCertificate.passphrase: ${nameOf(source)} is empty or not set`);
}

/** @throws UsageError if the key does not belong to the certificate, or cannot be decrypted */
function usable(given: ClientCertificate): ClientCertificate {
  try {
    createSecureContext(given);
    return given;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
    const isEncrypted = given.key.includes("ENCRYPTED");
    const advice =
      code === "ERR_OSSL_X509_KEY_VALUES_MISMATCH"
        ? "the key does not belong to the certificate"
        : isEncrypted
          ? `the key is encrypted; set network.clientCertificate.passphrase to the source of its passphrase`
          : "the certificate or its key cannot be read";
    throw new UsageError(`network.clientCertificate: ${advice} (${code})`);
  }
}

function credentialsOf(source: SecretSource, context: SecretContext): string {
  const credentials = readSecret(source, context, "the proxy's file") ?? "";
  if (/^[^:]+:./.test(credentials)) return credentials;
  throw new UsageError(
    `network.proxy.credentials: ${nameOf(source)} has to be a name and a password, as name:password`,
  );
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

function certificateOf(
  { setting, what, file }: { readonly setting: string; readonly what: string; readonly file: string },
  context: SecretContext,
): string {
  const text = readFile(file, context, what);
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new UsageError(
      `network.${setting}: ${file} contains no certificate; allowed: PEM, one certificate or more`,
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
