import { request } from "undici";
import { describe, expect, it } from "vitest";
import type { ListenOptions } from "../../../emulator/index.ts";
import { emulatorOfTest } from "../started.ts";

const listening = (options: ListenOptions = {}) => emulatorOfTest().listen(options);

const asked = async (url: string, options: Parameters<typeof request>[1] = {}) => {
  const { statusCode, headers, body } = await request(url, options);
  return { status: statusCode, headers, text: await body.text() };
};

describe("the dashboard on a socket", () => {
  it("is beside control, on this machine without a token", async () => {
    const address = await listening();
    const url = String(address.dashboardUrl);
    expect(new URL(url).origin).toBe(new URL(String(address.controlUrl)).origin);
    expect((await asked(url)).status).toBe(200);
    expect((await asked(url, { headers: { host: "attacker.test" } })).status).toBe(403);
    expect((await asked(url, { headers: { origin: "http://attacker.test" } })).status).toBe(403);
    expect((await asked(`${address.checkoutUrl}/dashboard`)).status).toBe(404);
  });

  it("is shown to a browser that opens the host without a path", async () => {
    const { paymentUrl } = await listening();
    const opened = await asked(paymentUrl, { headers: { accept: "text/html,application/xhtml+xml" } });
    expect([opened.status, opened.headers["location"]]).toEqual([303, "/dashboard"]);
    expect((await asked(paymentUrl)).status).toBe(404);
  });

  it.each([{ dashboard: false }, { control: false }])("is switched off by %o", async (options) => {
    const address = await listening(options);
    expect(address.dashboardUrl).toBeUndefined();
    expect((await asked(`${address.paymentUrl}/dashboard`)).status).toBe(404);
  });

  it("leaves the activation of Connect by key to the payment host", async () => {
    const address = await listening();
    const path = "/dashboard/connect/activations";
    expect((await asked(`${address.paymentUrl}${path}`, { method: "POST" })).status).toBe(401);
  });

  it("asks other machines for control's token, and remembers it in a cookie", async () => {
    const address = await listening({ host: "0.0.0.0" });
    const url = String(address.dashboardUrl);
    const token = String(address.controlToken);
    const shut = await asked(`${url}/payments`);
    expect([shut.status, shut.text.includes("First merchant")]).toEqual([401, false]);
    const enter = (given: string) =>
      asked(`${url}/enter`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(url).origin },
        body: new URLSearchParams({ token: given }).toString(),
      });
    expect((await enter("wrong")).status).toBe(401);
    const entered = await enter(token);
    const cookie = String(entered.headers["set-cookie"]);
    expect([entered.status, cookie]).toEqual([303, expect.stringMatching(/; HttpOnly; SameSite=Strict$/)]);
    const known = { cookie: cookie.split(";")[0] ?? "" };
    expect((await asked(`${url}/payments`, { headers: known })).status).toBe(200);
    expect((await asked(`${url}/payments`, { headers: { cookie: "payconform-control=wrong" } })).status).toBe(
      401,
    );
    expect((await asked(`${url}/payments`, { headers: { "control-token": token } })).status).toBe(200);
    // The cookie opens the dashboard alone.
    const control = String(address.controlUrl);
    expect((await asked(`${control}/merchants`, { headers: known })).status).toBe(401);
  });
});
