import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { exchangeBytes } from "../../local-server.ts";
import { emulatorOfTest } from "../started.ts";

describe("listening", () => {
  it("serves both hosts on one port, and control on its own", async () => {
    const emulator = emulatorOfTest();
    const probe = await emulator.listen();
    const port = Number(new URL(probe.paymentUrl).port);
    await probe.close();
    const { paymentUrl, checkoutUrl, controlUrl } = await emulator.listen({
      port,
      checkoutPort: port,
      controlPort: 0,
    });
    expect(checkoutUrl).toBe(paymentUrl);
    expect(new URL(controlUrl ?? "").port).not.toBe(String(port));
    expect((await fetch(`${paymentUrl}/control`)).status).toBe(404);
    expect((await fetch(`${paymentUrl}/v1/sessions`, { method: "POST" })).status).toBe(401);
  });

  it("names a port that is in use", async () => {
    const emulator = emulatorOfTest();
    const { paymentUrl } = await emulator.listen();
    const port = Number(new URL(paymentUrl).port);
    await expect(emulatorOfTest().listen({ port })).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port}: the port is in use`,
    );
  });

  it("answers what is not HTTP, and bodies that end early, without a crash", async () => {
    const emulator = emulatorOfTest();
    const { paymentUrl } = await emulator.listen();
    const port = Number(new URL(paymentUrl).port);
    expect(await exchangeBytes(port, "nonsense\r\n\r\n")).toContain("400 Bad Request");
    const target = await exchangeBytes(
      port,
      "GET /v1\\x HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    );
    expect(target).toContain("400 Bad Request");
    expect(target).toContain('{"message":"The request is not valid HTTP"}');
    const key = emulator.merchants[0]?.keys.test;
    const head = `POST /v1/payment-intents HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n`;
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`${head}content-length: 100\r\n\r\n{"amount":`, () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });
    expect(
      await exchangeBytes(port, `${head}connection: close\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`),
    ).toContain("400");
    const authorization = `Bearer ${key}`;
    expect((await fetch(`${paymentUrl}/v1/remittance`, { headers: { authorization } })).status).toBe(200);
  });

  it("answers 413 to a client that closes after its huge request", async () => {
    const emulator = emulatorOfTest();
    const { paymentUrl } = await emulator.listen();
    const body = "x".repeat(3_000_000);
    const head = ["host: localhost", `authorization: Bearer ${emulator.merchants[0]?.keys.test}`];
    const usual = [...head, "content-type: application/json", `content-length: ${body.length}`];
    for (const path of ["/v1/payment-intents", "/control/merchants"]) {
      const request = `POST ${path} HTTP/1.1\r\n${usual.join("\r\n")}\r\nconnection: close\r\n\r\n${body}`;
      expect(await exchangeBytes(Number(new URL(paymentUrl).port), request)).toContain(
        "413 Payload Too Large",
      );
    }
  });

  it("says which headers are too large", async () => {
    const emulator = emulatorOfTest();
    const { paymentUrl } = await emulator.listen();
    const request = `GET /v1/x HTTP/1.1\r\nhost: localhost\r\na: ${"b".repeat(20_000)}\r\n\r\n`;
    const answer = await exchangeBytes(Number(new URL(paymentUrl).port), request);
    expect(answer).toContain("431 Request Header Fields Too Large");
    expect(answer).toContain("The headers are larger than 16 KiB");
  });
});
