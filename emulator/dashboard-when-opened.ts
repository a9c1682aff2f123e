import type { Dashboard, DashboardOptions } from "./dashboard/index.tsx";

/** A dashboard whose code is loaded by the first request. */
export interface LazyDashboard {
  readonly fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

export function dashboardWhenOpened(options: DashboardOptions): LazyDashboard {
  let opened: Promise<Dashboard> | undefined;
  return {
    fetch: async (request) => {
      opened ??= import("./dashboard/index.tsx").then(({ createDashboard }) => createDashboard(options));
      return (await opened).fetch(request);
    },
    close: async () => (await opened)?.close(),
  };
}
