import { afterEach, describe, expect, test } from "vitest";
import { createInbox } from "../../../harness/inbox/inbox.ts";
import { Inconclusive } from "../../../harness/verdicts.ts";
import { Mailbox } from "../../../harness/inbox/mailbox.ts";

const EVENT_MS = 150;
const timers: NodeJS.Timeout[] = [];
afterEach(() => timers.splice(0).forEach((timer) => clearTimeout(timer)));

/** An inbox whose events come at these times, ms, each under an id of its own. */
function receiving(
  deliveries: readonly (readonly [at: number, type: string])[],
  more: { isGone?: () => Promise<boolean> } = {},
) {
  const mailbox = new Mailbox();
  const inbox = createInbox({
    mailbox,
    address: "box",
    eventMs: EVENT_MS,
    signal: new AbortController().signal,
    judge: () => undefined,
    ...more,
  });
  for (const [index, [at, type]] of deliveries.entries()) {
    const body = { id: `evt_${index}`, type, created_at: "2026-01-01T00:00:00Z", data: {} };
    const put = () => mailbox.put(new TextEncoder().encode(JSON.stringify(body)), "box");
    timers.push(setTimeout(put, at));
  }
  return inbox;
}

const every = (ms: number, count: number): (readonly [number, string])[] =>
  Array.from({ length: count }, (_unused, index) => [(index + 1) * ms, "invoice.paid"] as const);

describe("an awaited event", () => {
  test("may come late while other events of the check keep coming", async () => {
    const inbox = receiving([...every(80, 3), [320, "subscription.updated"]]);
    await expect(inbox.next({ type: "subscription.updated" })).resolves.toMatchObject({ id: "evt_3" });
  });

  test("is missing a deadline after the last one, which is named", async () => {
    const inbox = receiving([...every(80, 1), [600, "subscription.updated"]]);
    await expect(inbox.next({ type: "subscription.updated" })).rejects.toThrow(
      `subscription.updated within ${EVENT_MS} ms of the last event, invoice.paid`,
    );
  });

  test("is not missing if the target no longer has the registration", async () => {
    const inbox = receiving(every(1, 1), { isGone: () => Promise.resolve(true) });
    const waited = inbox.next({ type: "subscription.updated" });
    await expect(waited).rejects.toBeInstanceOf(Inconclusive);
    await expect(waited).rejects.toThrow("it was restarted or reset");
  });

  test("is missing after four deadlines, even if others keep coming", async () => {
    const inbox = receiving(every(60, 30));
    const called = performance.now();
    await expect(inbox.next({ type: "subscription.updated" })).rejects.toThrow(`within ${EVENT_MS * 4} ms`);
    expect(performance.now() - called).toBeGreaterThanOrEqual(EVENT_MS * 4 - 20);
  });
});
