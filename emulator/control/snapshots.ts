import { json, message } from "../kernel/answers.ts";
import { isoUtc } from "../kernel/clock.ts";
import { SnapshotFault, type Snapshots } from "../snapshots.ts";
import type { ControlOperation } from "./operation.ts";

/** The routes of earlier versions, and what replaces them. */
const removed = [
  ...["GET", "POST"].map((method) => ({ method, path: "/snapshots" })),
  { method: "POST", path: "/back" },
  ...["GET", "POST"].map((method) => ({ method, path: "/forks" })),
  { method: "DELETE", path: "/forks/:id" },
] as readonly Pick<ControlOperation, "method" | "path">[];

/** Operations that export and import the state. They are not in the control protocol. */
export const snapshotControls = (snapshots: Snapshots): readonly ControlOperation[] => [
  {
    operationId: "exportSnapshot",
    method: "GET",
    path: "/snapshot",
    ofWholeState: true,
    handle: () => json(200, snapshots.export()),
  },
  {
    operationId: "importSnapshot",
    method: "PUT",
    path: "/snapshot",
    ofWholeState: true,
    takesSnapshot: true,
    handle: ({ body }) => {
      try {
        return json(200, { now: isoUtc(snapshots.import(body).now) });
      } catch (fault) {
        if (fault instanceof SnapshotFault) return message(422, fault.message);
        throw fault;
      }
    },
  },
];

/** Answers the routes of earlier versions with what replaces them. */
export const removedControls: readonly ControlOperation[] = removed.map(({ method, path }) => ({
  operationId: `removed ${method} ${path}`,
  method,
  path,
  handle: () =>
    message(
      410,
      "This was removed: GET /control/snapshot returns the state, and PUT /control/snapshot continues from it, in this emulator or another one",
    ),
}));
