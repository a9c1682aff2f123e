import { expect, test } from "vitest";
import { type Command, Keys } from "../../../cli/watch/keys.ts";

function typed(
  text: string,
  echo: boolean,
): { readonly commands: readonly Command[]; readonly shown: string } {
  const commands: Command[] = [];
  let shown = "";
  const keys = new Keys({
    emit: (command) => commands.push(command),
    write: (part) => (shown += part),
    echo,
  });
  keys.read(text);
  return { commands, shown };
}

const types = (text: string, echo: boolean): readonly string[] =>
  typed(text, echo).commands.map(({ type }) => type);

test("a terminal in raw mode sends single keys", () => {
  expect(types("\rafhxq\u0003\u0004", true)).toEqual([
    "again",
    "all",
    "failed",
    "help",
    "quit",
    "quit",
    "quit",
  ]);
});

test("a stream has one key per line; an empty line judges again", () => {
  expect(types("a\nf\r\n\nq\n", false)).toEqual(["all", "failed", "again", "quit"]);
});

test.each([
  ["a terminal", "preversals 4.4\r", true],
  ["a stream", "p\nreversals, 4.4\n", false],
])("p reads patterns from %s", (_, text, echo) => {
  expect(typed(text, echo).commands).toEqual([{ type: "pattern", patterns: ["reversals", "4.4"] }]);
});

test("in a pattern, keys are letters, and erasing and escape work", () => {
  expect(typed("pqx\u007f\r", true)).toEqual({
    commands: [{ type: "pattern", patterns: ["q"] }],
    shown: expect.stringMatching(/: qx[\b] [\b]\n$/) as string,
  });
  expect(types("pq\u001ba", true)).toEqual(["all"]);
});

test("an empty pattern means the patterns of the command line", () => {
  expect(typed("p\r", true).commands).toEqual([{ type: "pattern", patterns: [] }]);
});
