import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { once } from "node:events";
import type { ServerReport } from "./server.ts";

/** A server in its own process. */
export interface Server extends Exclude<ServerReport, { cpu: number }> {
  /** CPU time so far, ms. */
  cpu(): Promise<number>;
  close(): void;
}

/** Starts a server. `file`: the recorded answers, for a repeating server. */
export async function startServer(kind: "emulator" | "bare" | "repeating", file = ""): Promise<Server> {
  const child: ChildProcess = fork(join(import.meta.dirname, "server.ts"), [kind, file], {
    execArgv: ["--import", "tsx"],
  });
  const next = async (): Promise<ServerReport> => {
    const [message] = (await once(child, "message")) as [ServerReport];
    return message;
  };
  const address = await next();
  if (!("url" in address)) throw new Error(`the server did not start: ${kind}`);
  return {
    ...address,
    cpu: async () => {
      child.send("cpu");
      const answer = await next();
      return "cpu" in answer ? answer.cpu : Number.NaN;
    },
    close: () => child.disconnect(),
  };
}
