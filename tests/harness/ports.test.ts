import { expect, test } from "vitest";
import type { Answer } from "../../harness/http/answer.ts";
import type { RequestParts } from "../../harness/http/client.ts";
import { createPorts } from "../../harness/ports.ts";
import { withDefaults } from "../../harness/profile/defaults.ts";

const profile = withDefaults({
  target: { baseUrl: "http://127.0.0.1:1" },
  ports: {
    activateConnect: {
      method: "POST",
      path: "/activation",
      body: { mode: "{connectMode}", account: "{accountId}" },
      defaults: { connectMode: "platform", accountId: "acct_1" },
    },
  },
});

test("a default fills an input that is not given, but not one that a check leaves out on purpose", async () => {
  const sent: RequestParts[] = [];
  const ports = createPorts({
    profile,
    guessed: new Set(),
    observe: () => undefined,
    send: async ({ parts }) => {
      sent.push(parts);
      return { read: { kind: "json", value: {} } } as Answer;
    },
  });
  await ports.call("activateConnect", { inputs: {} });
  await ports.call("activateConnect", { inputs: { connectMode: undefined } });
  expect(sent.map(({ json }) => json)).toEqual([
    { mode: "platform", account: "acct_1" },
    { account: "acct_1" },
  ]);
});
