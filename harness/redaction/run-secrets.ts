import type { Exchange } from "../http/answer.ts";
import { readBody } from "../http/body.ts";
import type { Access, Keys, Profile } from "../profile/types.ts";
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
  for (const secret of [...Object.values(keys), ...headers.map((name) => access.headers[name]), password])
    redactor.learn(secret);
  return redactor;
}

/** Learns the values of secret fields in an answer. */
export function learnSecrets(redactor: Redactor, exchange: Exchange): void {
  const bytes = exchange.answer?.body;
  if (bytes === undefined) return;
  const read = readBody(bytes);
  if (read.kind === "json") redactor.learnFrom(read.value);
  else redactor.learnFromText(Buffer.from(bytes).toString("utf8"));
}
