import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
import { isIP } from "node:net";
import { bits, integer, octets, oid, sequence, set, tagged, time, utf8, yes } from "./der.ts";

/** A key and its certificate, in PEM. */
export interface Credentials {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Apple's systems accept no server certificate that is valid for longer. */
const SERVER_MS = 397 * DAY_MS;

/** ECDSA with SHA-256 (RFC 5758). */
const ALGORITHM = sequence(oid("1.2.840.10045.4.3.2"));

const nameOf = (commonName: string): Buffer => sequence(set(sequence(oid("2.5.4.3"), utf8(commonName))));

const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [yes] : []), octets(value));

/** The identifier of a key (RFC 5280, 4.2.1.2). */
const identifierOf = (key: KeyObject): Buffer =>
  createHash("sha1")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

const pemOf = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;

const keyPem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();

function certificate(given: {
  readonly subject: Buffer;
  readonly issuer: Buffer;
  readonly publicKey: KeyObject;
  readonly issuerKey: KeyObject;
  readonly lifetimeMs: number;
  readonly now: number;
  readonly extensions: readonly Buffer[];
}): string {
  const { subject, issuer, publicKey, issuerKey, lifetimeMs, now, extensions } = given;
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ALGORITHM,
    issuer,
    // Clocks of clients may be late.
    sequence(time(now - DAY_MS), time(now + lifetimeMs)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(
      0xa3,
      sequence(
        extension("2.5.29.14", octets(identifierOf(publicKey))),
        extension("2.5.29.35", sequence(tagged(0x80, identifierOf(createPublicKey(issuerKey))))),
        ...extensions,
      ),
    ),
  );
  return pemOf(sequence(body, ALGORITHM, bits(sign("sha256", body, issuerKey))));
}

/** The key usage bits, of which the last ones are unused. */
const usage = (byte: number, unused: number): Buffer =>
  extension("2.5.29.15", bits(Buffer.from([byte]), unused), true);

const AUTHORITY = nameOf("payconform local authority");

/** Creates an authority, which clients on this machine can trust. */
export function createAuthority(now: number): Credentials {
  const { publicKey, privateKey } = newKeys();
  const cert = certificate({
    subject: AUTHORITY,
    issuer: AUTHORITY,
    publicKey,
    issuerKey: privateKey,
    lifetimeMs: 10 * YEAR_MS,
    now,
    // It signs certificates (bit 5), and no other authorities.
    extensions: [
      extension("2.5.29.19", sequence(yes, integer(Buffer.from([0]))), true),
      usage(0b0000_0100, 2),
    ],
  });
  return { key: keyPem(privateKey), cert };
}

/** The bytes of an IP address. */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  // `URL` writes an IPv6 address in its shortest form.
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const middle = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => "0");
  return Buffer.from(
    [...groups(head), ...middle, ...groups(tail)].map((group) => group.padStart(4, "0")).join(""),
    "hex",
  );
}

/** Issues a certificate for a server with these names and addresses. */
export function issue(authority: Credentials, names: readonly string[], now: number): Credentials {
  const { publicKey, privateKey } = newKeys();
  const alternatives = [...new Set(names)].map((name) =>
    isIP(name) === 0 ? tagged(0x82, Buffer.from(name)) : tagged(0x87, addressBytes(name)),
  );
  const cert = certificate({
    subject: nameOf(names[0] ?? "localhost"),
    issuer: AUTHORITY,
    publicKey,
    issuerKey: createPrivateKey(authority.key),
    lifetimeMs: SERVER_MS,
    now,
    extensions: [
      // Digital signatures (bit 0), as a server.
      usage(0b1000_0000, 7),
      extension("2.5.29.37", sequence(oid("1.3.6.1.5.5.7.3.1"))),
      extension("2.5.29.17", sequence(...alternatives)),
    ],
  });
  return { key: keyPem(privateKey), cert };
}

/** Whether these are the credentials of an authority that is still valid. */
export function isAuthority({ key, cert }: Credentials, now: number): boolean {
  try {
    const { ca, validTo, publicKey } = new X509Certificate(cert);
    return (
      ca && Date.parse(validTo) > now + SERVER_MS && publicKey.equals(createPublicKey(createPrivateKey(key)))
    );
  } catch {
    return false;
  }
}
