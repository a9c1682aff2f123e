import type { JudgedTarget } from "../../cli/in-process/target.ts";

type Send = JudgedTarget["transport"]["send"];

/** A target whose requests are sent otherwise. */
export const sending =
  (change: (send: Send) => Send) =>
  (target: JudgedTarget): JudgedTarget => ({
    ...target,
    transport: { ...target.transport, send: change(target.transport.send) },
  });

/** A target whose control does not offer some operations. */
export const withoutControl = (...names: readonly string[]) =>
  sending((send) => async (request, options) => {
    const answer = await send(request, options);
    if (request.method !== "GET" || request.url.pathname !== "/control") return answer;
    const listed = JSON.parse(Buffer.from(answer.body).toString()) as { operations: readonly string[] };
    const operations = listed.operations.filter((name) => !names.includes(name));
    return { ...answer, body: Buffer.from(JSON.stringify({ ...listed, operations })) };
  });
