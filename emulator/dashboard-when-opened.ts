import type { Dashboard, DashboardOptions } from "./dashboard/index.tsx";

/** A dashboard whose code is loaded by the first request. */
export type LazyDashboard = ReturnType<typeof dashboardWhenOpened>;

export function dashboardWhenOpened(options: DashboardOptions) {
  let opened: Promise<Dashboard> | undefined;
  return {
    fetch: async (request: Request): Promise<Response> => {
      opened ??= import("./dashboard/index.tsx").then(({ createDashboard }) => createDashboard(options));
      return (await opened).fetch(request);
    },
    close: async () => (await opened)?.close(),
  };
}
