/** Starts the second server: an implementation of the document that was written without knowledge of the first. */
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { actRoutes } from "./billing-acts.ts";
import { billingRoutes } from "./billing-routes.ts";
import { chargeRoutes } from "./charges.ts";
import { clockRoutes } from "./clocks.ts";
import { collectRoutes } from "./collect.ts";
import { connectAccountRoutes } from "./connect-accounts.ts";
import { connectMoneyRoutes } from "./connect-money.ts";
import { settingsRoutes } from "./connect-settings.ts";
import { feedRoutes } from "./feed.ts";
import { overviewRoutes } from "./overview.ts";
import { payoutRoutes } from "./payouts.ts";
import { dispatch } from "./router.ts";
import { type Population, populate } from "./seed.ts";
import { fetched, serve } from "./wire.ts";
import type { World } from "./world.ts";

const routes = [
  ...collectRoutes,
  ...payoutRoutes,
  ...settingsRoutes,
  ...overviewRoutes,
  ...connectAccountRoutes,
  ...connectMoneyRoutes,
  ...chargeRoutes,
  ...billingRoutes,
  ...actRoutes,
  ...clockRoutes,
  ...feedRoutes,
];

export interface SecondServer extends Population {
  /** Serves both hosts of the document. */
  baseUrl: string;
  close(): Promise<void>;
}

/** The server without a socket. */
export interface UnboundServer extends SecondServer {
  fetch: (request: Request) => Promise<Response>;
}

interface Opened {
  population: Population;
  handle: Parameters<typeof serve>[0];
  clearTimers: () => void;
}

function open(): Opened {
  const timers = new Set<NodeJS.Timeout>();
  const world: World = {
    settleMs: 250,
    merchants: [],
    vendors: new Map(),
    later(ms, work) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
    },
  };
  return {
    population: populate(world, () => randomUUID().replaceAll("-", "")),
    handle: (request) => dispatch(world, routes, request),
    clearTimers: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** To be called where it is: with simulated time, its limits take no real time. */
export function openSecondServer(): UnboundServer {
  const { population, handle, clearTimers } = open();
  return {
    ...population,
    baseUrl: "http://second.test",
    fetch: fetched(handle),
    close: () => Promise.resolve(clearTimers()),
  };
}

/** Listens on the loopback interface; every start has fresh keys and ids. */
export async function startSecondServer(): Promise<SecondServer> {
  const { population, handle, clearTimers } = open();
  const server = serve(handle);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...population,
    baseUrl: `http://127.0.0.1:${port}`,
    close() {
      clearTimers();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
