import type { Session, SessionOptions } from "../../harness/run/session.ts";
import { connectionTo } from "../../harness/http/connection.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import { openSession } from "../../harness/run/open.ts";
import { type PlainTarget, plainTarget } from "./describe.ts";
import type { CatalogueRule } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";

/** Opens a session with a target outside a run. Default: seed 1, and one run of each property. */
export function sessionAt(
  target: PlainTarget,
  options: { readonly connections: number } & Partial<SessionOptions>,
): Promise<Session> {
  const { connections, ...others } = options;
  const transport = socketTransport({ connections, connection: connectionTo(target) });
  const own = { ...plainTarget(target), transport, seed: 1, runs: 1 };
  return openSession({ ...own, ...others }).catch(async (error: unknown) => {
    await transport.close();
    throw error;
  });
}

/** A placeholder rule for commands that use a check context but judge nothing. */
export function anyRule(id: string): CatalogueRule {
  const [rule] = catalogue;
  if (rule === undefined) throw new Error("the catalogue is empty");
  return { ...rule, id, needs: [] };
}
