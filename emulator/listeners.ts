import { randomBytes } from "node:crypto";
import { controlPath, healthPath } from "./control/router.ts";
import type { LazyDashboard } from "./dashboard-when-opened.ts";
import type { HostUrls } from "./http/addresses.ts";
import { readForm } from "./http/body.ts";
import { dashboardPath, enter, isDashboard, holdersOf } from "./http/gate.ts";
import type { Host } from "./http/host.ts";
import { type Fetch, type Listening, listenOn } from "./http/listen.ts";
import type { Credentials } from "./tls/certificates.ts";
import { respond } from "./http/respond.ts";
import type { TimeSource } from "./kernel/clock.ts";

/** The addresses of a listening emulator. */
export interface EmulatorAddress extends HostUrls {
  /** The base URL of the control protocol, `/control` included; absent if it is not served. */
  controlUrl?: string;
  /** The URL of the dashboard; absent if it is not served. */
  dashboardUrl?: string;
  /** The value of the header `Control-Token` that control requires if other machines can reach it. */
  controlToken?: string;
  /** Stops listening. The emulator itself continues. */
  close: () => Promise<void>;
}

/** Where an emulator listens, and which requests it accepts. */
export interface ListenOptions {
  /** Address or name of the interface. Default: 127.0.0.1. */
  host?: string;
  port?: number;
  checkoutPort?: number;
  controlPort?: number;
  /** Whether the control protocol is served. Default: true. */
  control?: boolean;
  /** Whether the dashboard is served, on the port of control. Default: as `control`. */
  dashboard?: boolean;
  /** Accepted names in `Host` and `Origin`, in addition to the loopback names and `host`. */
  allowHosts?: readonly string[];
  /** Serves HTTPS with this key and certificate, in PEM. */
  tls?: Credentials;
}

/** The handlers of requests. */
interface ListenersOptions {
  readonly payment: Host;
  readonly checkout: Host;
  /** The host for a port that both share. */
  readonly both: Host;
  readonly control: Fetch;
  readonly dashboard: LazyDashboard;
  readonly time: TimeSource;
}

/** The sockets of an emulator. */
export function createListeners(options: ListenersOptions) {
  const { payment, checkout, both, dashboard } = options;
  const listening = new Set<Listening>();
  let urlsFor = (_asked: URL): HostUrls => ({
    paymentUrl: "http://127.0.0.1:4010",
    checkoutUrl: "http://127.0.0.1:4011",
  });

  const listen = async ({
    host: name = "127.0.0.1",
    port = 0,
    checkoutPort = 0,
    controlPort,
    control: servesControl = true,
    dashboard: showsDashboard = servesControl,
    allowHosts = [],
    tls,
  }: ListenOptions = {}): Promise<EmulatorAddress> => {
    const hasDashboard = servesControl && showsDashboard;
    const isOne = port !== 0 && port === checkoutPort;
    const opened: Listening[] = [];
    const open = async (fetch: Fetch, on: number, answer?: Host["answer"]): Promise<Listening> => {
      const server = await listenOn({ fetch, answer, host: name, port: on, allowHosts, tls });
      listening.add(server);
      opened.push(server);
      return server;
    };
    const close = async (): Promise<void> => {
      for (const server of opened) listening.delete(server);
      await dashboard.close();
      await Promise.all(opened.map((server) => server.close()));
    };
    const token = randomBytes(24).toString("base64url");
    const isShut = (): boolean => !opened.every(({ isLoopback }) => isLoopback);
    const control = guarded(options, { token, isShut, hasDashboard });
    try {
      const hosts = isOne ? both : payment;
      const isBeside = servesControl && controlPort === undefined;
      const first = await open(
        isBeside ? withControl(hosts.fetch, control, hasDashboard) : hosts.fetch,
        port,
        hosts.answer,
      );
      const second = isOne ? first : await open(checkout.fetch, checkoutPort, checkout.answer);
      const third = servesControl && controlPort !== undefined ? await open(control, controlPort) : first;
      urlsFor = (asked) => ({
        paymentUrl: first.urlFor(asked, third === first),
        checkoutUrl: second.urlFor(asked, third === second),
      });
      return {
        paymentUrl: first.url,
        checkoutUrl: second.url,
        ...(servesControl ? { controlUrl: `${third.url}${controlPath}` } : {}),
        ...(hasDashboard ? { dashboardUrl: `${third.url}${dashboardPath}` } : {}),
        ...(servesControl && isShut() ? { controlToken: token } : {}),
        close,
      };
    } catch (fault) {
      await close();
      throw fault;
    }
  };

  return {
    listen,
    /** The addresses where it listened last, or would listen, for a client that asked at a URL. */
    urlsFor: (asked: URL): HostUrls => urlsFor(asked),
    /** Whether only this machine can reach it. */
    isOwnMachineOnly: (): boolean => [...listening].every(({ isLoopback }) => isLoopback),
    close: async (): Promise<void> => {
      await Promise.all([...listening].map((server) => server.close()));
      listening.clear();
    },
  };
}

/** Control and the dashboard, which require the token while other machines can reach them. */
function guarded(
  { control, dashboard, time }: ListenersOptions,
  access: { token: string; isShut: () => boolean; hasDashboard: boolean },
): Fetch {
  const { isShut, hasDashboard } = access;
  const isHolder = holdersOf(access.token);
  const guardedDashboard = async (request: Request): Promise<Response> => {
    const refusal = isShut() ? await enter(request, isHolder, (sent) => readForm(sent, time)) : undefined;
    return refusal ?? dashboard.fetch(request);
  };
  return (request) => {
    if (new URL(request.url).pathname === healthPath) return control(request);
    if (hasDashboard && isDashboard(request)) return guardedDashboard(request);
    const refusal = isShut() ? isHolder(request) : undefined;
    return refusal === undefined ? control(request) : respond(refusal);
  };
}

/** A host that also serves control and the dashboard. */
const withControl =
  (fetch: Fetch, control: Fetch, hasDashboard: boolean): Fetch =>
  (request) => {
    const { pathname } = new URL(request.url);
    const isControl =
      pathname === controlPath ||
      pathname.startsWith(`${controlPath}/`) ||
      (hasDashboard && isDashboard(request));
    return isControl ? control(request) : fetch(request);
  };
