import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { type Answers, ask } from "../../../cli/init/ask.ts";
import type { Question } from "../../../cli/init/questions.ts";

const question = (path: readonly string[], rules = 3): Question => ({
  path,
  what: "What it is.",
  example: "x",
  rules,
});
const QUESTIONS = [
  question(["target", "checkoutUrl"]),
  question(["mayTouch"], 1),
  question(["ports", "createCustomer"]),
  question(["fields", "accounts-limit-parameter"], 0),
];

/** Asks in a terminal whose user types one of these lines at each prompt, then ends the input. */
async function asked(lines: readonly string[]): Promise<Answers & { readonly shown: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = "";
  const printed = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    shown += String(text);
    return true;
  });
  const left = [...lines];
  output.on("data", (text: Buffer) => {
    if (!text.toString().includes("> ")) return;
    const line = left.shift();
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  try {
    return { ...(await ask(QUESTIONS, { about: "a test" }, { input, output })), shown };
  } finally {
    printed.mockRestore();
  }
}

test("answers can be given or skipped, and a wrong one is asked for again", async () => {
  const { answers, isDone, shown } = await asked([
    "nonsense",
    "http://127.0.0.1:4011",
    "",
    'POST checkout /v1/customers { name: "{name}" } -> customerId=/id',
    "",
  ]);
  expect(answers).toEqual([
    { target: { checkoutUrl: "http://127.0.0.1:4011" } },
    {
      ports: {
        createCustomer: {
          method: "POST",
          host: "checkout",
          path: "/v1/customers",
          body: { name: "{name}" },
          outputs: { customerId: "/id" },
        },
      },
    },
  ]);
  expect(isDone).toBe(false);
  expect(shown).toContain('not accepted: target.checkoutUrl: "nonsense" is not allowed');
  expect(shown).toContain("2/4 mayTouch: What it is. (1 rule)");
  expect(shown).toContain("4/4 fields.accounts-limit-parameter: What it is. (it saves requests)");
});

test.each([["done"], ["the end of the input"]])("%s skips all other questions", async (how) => {
  const { answers, isDone } = await asked(["http://127.0.0.1:4011", ...(how === "done" ? ["done"] : [])]);
  expect([answers, isDone]).toEqual([[{ target: { checkoutUrl: "http://127.0.0.1:4011" } }], true]);
});
