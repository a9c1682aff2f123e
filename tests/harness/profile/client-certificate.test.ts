import { createPrivateKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { resolveAccess } from "../../../harness/profile/secrets.ts";
import { redactorFor } from "../../../harness/redaction/run-secrets.ts";
import { loopback } from "../http/certificate.ts";
import { untrusted } from "../../hostile/certificate.ts";
import { emptyFolder } from "../../empty-folder.ts";

const PASSPHRASE = "correct horse battery";
const folder = emptyFolder();
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
const certificateFile = file("client.pem", loopback.cert);
const keyFile = file("key.pem", loopback.key);
const encrypted = createPrivateKey(loopback.key).export({
  ...{ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: PASSPHRASE },
});
const encryptedFile = file("encrypted.pem", encrypted.toString());
const passphrase = { env: "CLIENT_KEY_PASSPHRASE" };

function profileWith(clientCertificate: {
  certificateFile: string;
  keyFile: string;
  passphrase?: { env: string };
}) {
  return withDefaults({ target: { baseUrl: "https://target.test" }, network: { clientCertificate } });
}

const accessOf = (given: Parameters<typeof profileWith>[0], env: Record<string, string> = {}) =>
  resolveAccess(profileWith(given), { env, folder });

test("a certificate of the client is read with its key, and with the passphrase of an encrypted one", () => {
  expect(accessOf({ certificateFile, keyFile }).clientCertificate).toEqual(loopback);
  const { clientCertificate } = accessOf(
    { certificateFile, keyFile: encryptedFile, passphrase },
    { CLIENT_KEY_PASSPHRASE: PASSPHRASE },
  );
  expect(clientCertificate).toMatchObject({ cert: loopback.cert, passphrase: PASSPHRASE });
});

test("the passphrase is a secret of the run", () => {
  const profile = profileWith({ certificateFile, keyFile: encryptedFile, passphrase });
  const access = resolveAccess(profile, { env: { CLIENT_KEY_PASSPHRASE: PASSPHRASE }, folder });
  expect(redactorFor({ profile, keys: {}, access }).text(`it is ${PASSPHRASE}.`)).not.toContain(PASSPHRASE);
});

test.each([
  [{ certificateFile: "absent.pem", keyFile }, /cannot read the certificate absent.pem: it does not exist/],
  [
    { certificateFile: keyFile, keyFile },
    /network\.clientCertificate\.certificateFile: key\.pem contains no certificate/,
  ],
  [
    { certificateFile, keyFile: certificateFile },
    /network\.clientCertificate\.keyFile: client\.pem contains no private key/,
  ],
  [
    { certificateFile: file("other.pem", untrusted.cert), keyFile },
    /the key does not belong to the certificate/,
  ],
  [
    { certificateFile, keyFile: encryptedFile },
    /the key is encrypted; set network\.clientCertificate\.passphrase/,
  ],
  [{ certificateFile, keyFile: encryptedFile, passphrase }, /CLIENT_KEY_PASSPHRASE is empty or not set/],
])("a mistake in %j is reported", (given, says) => {
  expect(() => accessOf(given)).toThrow(says);
});
