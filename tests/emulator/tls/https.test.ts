import { X509Certificate } from "node:crypto";
import { request } from "node:https";
import { expect, it } from "vitest";
import { startEmulator } from "../../../emulator/start.ts";
import { createAuthority, isAuthority, issue } from "../../../emulator/tls/certificates.ts";

const authority = createAuthority(Date.now());

/** The status and the body of an answer over TLS, for a client that trusts one authority. */
const asked = (url: string, ca: string, headers = {}) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request(url, { ca, headers }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => resolve({ status: answer.statusCode, text }));
    })
      .on("error", reject)
      .end();
  });

it("serves HTTPS to clients that trust the authority, at the names of the certificate", async () => {
  const tls = issue(authority, ["localhost", "127.0.0.1", "::1"], Date.now());
  await using emulator = await startEmulator({ listen: { tls } });
  expect(emulator.paymentUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const health = `${String(emulator.address.controlUrl)}/health`;
  expect(JSON.parse((await asked(health, authority.cert)).text)).toEqual({
    status: "ok",
    paymentUrl: emulator.paymentUrl,
    checkoutUrl: emulator.checkoutUrl,
  });
  expect((await asked(health.replace("127.0.0.1", "localhost"), authority.cert)).status).toBe(200);
  await expect(asked(health, createAuthority(Date.now()).cert)).rejects.toThrow(/certificate/);
  // A page has the scheme at which it was asked.
  const { accountId, testKey } = emulator.merchant;
  const made = await new Promise<string>((resolve, reject) => {
    const headers = { authorization: `Bearer ${testKey}`, "content-type": "application/json" };
    const sent = request(
      `${emulator.checkoutUrl}/v1/sessions`,
      { method: "POST", ca: authority.cert, headers },
      (answer) =>
        answer.on("data", (part: Buffer) => resolve((JSON.parse(part.toString()) as { id: string }).id)),
    );
    const urls = { successUrl: "https://shop.test/paid", cancelUrl: "https://shop.test/basket" };
    sent.on("error", reject).end(JSON.stringify({ total: 5_000, currency: "xaf", accountId, ...urls }));
  });
  const { text } = await asked(`${emulator.paymentUrl}/v1/sessions/${made}`, authority.cert, {
    authorization: `Bearer ${testKey}`,
  });
  expect((JSON.parse(text) as { url: string }).url).toMatch(new RegExp(`^${emulator.paymentUrl}/pay/`));
});

it("issues certificates that say for what they are, and until when", () => {
  const root = new X509Certificate(authority.cert);
  const leaf = new X509Certificate(
    issue(authority, ["emulator.test", "10.0.0.7", "fd00::1:2"], Date.now()).cert,
  );
  expect([
    root.ca,
    leaf.ca,
    leaf.verify(root.publicKey),
    leaf.checkIssued(root),
    root.checkIssued(root),
  ]).toEqual([true, false, true, true, true]);
  expect(leaf.subjectAltName).toBe("DNS:emulator.test, IP Address:10.0.0.7, IP Address:FD00:0:0:0:0:0:1:2");
  expect(leaf.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  const days = (Date.parse(leaf.validTo) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(396);
  expect(days).toBeLessThanOrEqual(397);
  expect(isAuthority(authority, Date.now())).toBe(true);
  expect(isAuthority(authority, Date.now() + 9.5 * 365 * 86_400_000)).toBe(false);
  expect(isAuthority({ ...authority, key: createAuthority(0).key }, Date.now())).toBe(false);
});
