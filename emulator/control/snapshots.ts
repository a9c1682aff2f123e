import { json, message } from "../kernel/answers.ts";
import { isoUtc } from "../kernel/clock.ts";
import { SnapshotFault } from "../snapshots.ts";
import { type ControlOperation, type ControlRoute, operation } from "./operation.ts";

/** The routes of earlier versions, and what replaces them. */
const removed: readonly ControlRoute[] = [
  "GET /snapshots",
  "POST /snapshots",
  "POST /back",
  "GET /forks",
  "POST /forks",
  "DELETE /forks/:id",
];

/** Operations that export and import the state. They are not in the control protocol. */
export const snapshotControls: readonly ControlOperation[] = [
  operation("exportSnapshot", "GET /snapshot", {
    ofWholeState: true,
    handle: ({ snapshots }) => json(200, snapshots.export()),
  }),
  operation("importSnapshot", "PUT /snapshot", {
    ofWholeState: true,
    takesSnapshot: true,
    handle: ({ snapshots, body }) => {
      try {
        return json(200, { now: isoUtc(snapshots.import(body).now) });
      } catch (fault) {
        if (fault instanceof SnapshotFault) return message(422, fault.message);
        throw fault;
      }
    },
  }),
];

/** Answers the routes of earlier versions with what replaces them. */
export const removedControls: readonly ControlOperation[] = removed.map((route) =>
  operation(`removed ${route}`, route, {
    handle: () =>
      message(
        410,
        "This was removed: GET /control/snapshot returns the state, and PUT /control/snapshot continues from it, in this emulator or another one",
      ),
  }),
);
