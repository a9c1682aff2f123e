import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { api } from "./api.ts";
import { control } from "./control.ts";
import { Merchants } from "./merchants.ts";

const { TEST_KEY, PORT = "8080", CONTROL_PORT } = process.env;

/** Listens on the loopback interface only. */
function listen(name: string, app: Hono, port: number): void {
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port });
  server.on("listening", () => {
    console.log(`${name}: http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}

const merchants = new Merchants();
const { keys } = merchants.register(TEST_KEY === undefined ? {} : { testKey: TEST_KEY });
if (TEST_KEY === undefined) console.log(`test key: ${keys.test}`);

listen("payment host", api(merchants), Number(PORT));
// Control needs no key. Give it its own port, and start it in test environments only.
if (CONTROL_PORT !== undefined) listen("control", control(merchants), Number(CONTROL_PORT));
