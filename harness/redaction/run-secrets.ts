import type { Exchange } from "../http/answer.ts";
import { readBody } from "../event.ts";
import {
  type Access,
  KEY_ROLES,
  type KeyRole,
  type Keys,
  type Profile,
  type SecretSource,
} from "../profile/types.ts";
import { Redactor } from "./redactor.ts";

/** A redactor that knows the secrets of the profile, so that nothing leaks before the first request. */
export function redactorFor(known: {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly access: Access;
}): Redactor {
  const { profile, keys, access } = known;
  const headers = Object.keys(profile.headers).filter((name) => typeof profile.headers[name] === "object");
  const redactor = new Redactor({ fields: profile.secretFields, headers });
  const [, password] = /^[^:]*:(.*)$/s.exec(access.proxyCredentials ?? "") ?? [];
  for (const role of KEY_ROLES)
    redactor.learn(keys[role], variableOf(profile.keys[role]) ?? KEY_VARIABLES[role]);
  for (const name of headers)
    redactor.learn(access.headers[name], variableOf(profile.headers[name]) ?? variableLike(name));
  redactor.learn(password);
  redactor.learn(access.clientCertificate?.passphrase);
  return redactor;
}

/** The variables that commands name for keys. */
export const KEY_VARIABLES: Readonly<Record<KeyRole, string>> = {
  test: "PAYCONFORM_KEY",
  live: "PAYCONFORM_LIVE_KEY",
  otherTest: "PAYCONFORM_OTHER_KEY",
  otherLive: "PAYCONFORM_OTHER_LIVE_KEY",
};

function variableOf(source: string | SecretSource | undefined): string | null {
  if (typeof source !== "object" || !("env" in source)) return null;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(source.env) ? source.env : null;
}

/** `X-Api-Key` as `X_API_KEY`. */
function variableLike(header: string): string {
  return header
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "_")
    .replace(/^(?=\d)/, "_");
}

/** Learns the values of secret fields in an answer. */
export function learnSecrets(redactor: Redactor, exchange: Exchange): void {
  if (exchange.answer !== null) learnFromBytes(redactor, exchange.answer.body);
}

/** Learns the values of secret fields in a body. */
export function learnFromBytes(redactor: Redactor, bytes: Uint8Array): void {
  const read = readBody(bytes);
  if (read.kind === "json") redactor.learnFrom(read.value);
  else redactor.learnFromText(Buffer.from(bytes).toString("utf8"));
}
