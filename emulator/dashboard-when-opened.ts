import type { Dashboard, DashboardOptions } from "./dashboard/index.tsx";

/** A dashboard that is loaded by the first who opens it. */
export function dashboardWhenOpened(options: DashboardOptions): {
  fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
} {
  let opened: Promise<Dashboard> | undefined;
  return {
    fetch: async (request) => {
      opened ??= import("./dashboard/index.tsx").then(({ createDashboard }) => createDashboard(options));
      return (await opened).fetch(request);
    },
    close: async () => (await opened)?.close(),
  };
}
