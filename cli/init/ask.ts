import { createInterface } from "node:readline/promises";
import { stringify } from "yaml";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { count } from "../../reports/text.ts";
import { print } from "../output.ts";
import { answerTo } from "./answers.ts";
import type { AbsentSection } from "../../harness/results.ts";
import type { Question } from "./questions.ts";

/** Whether a user can answer questions in this terminal. */
export const isInteractive = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

/** The streams of the dialogue. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

export interface Answers {
  readonly answers: readonly ProfileInput[];
  /** Whether the user skipped the remaining questions. */
  readonly isDone: boolean;
}

/** The announcement of a series of questions. */
export interface Announced {
  readonly about: string;
  /** The parts of the interface that the questions leave out. */
  readonly absent?: readonly AbsentSection[];
}

/** Asks each question in the terminal. An empty line skips one, `done` and the end of the input skip the rest. */
export async function ask(
  questions: readonly Question[],
  { about, absent = [] }: Announced,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<Answers> {
  if (absent.length > 0)
    print(
      `\nThe target has no route yet of ${absent.map(({ name }) => name).join("; ")}. Settings that only these need are not asked for; the profile has them as comments.`,
    );
  if (questions.length === 0) return { answers: [], isDone: false };
  print(
    `\n${count(questions.length, "question")} about ${about}. ` +
      'Enter skips one, "done" skips the rest; what you skip is written as a comment.',
  );
  if (questions.some(({ path }) => path[0] === "ports"))
    print(
      "A port may be one line: METHOD [checkout] PATH [BODY] [-> OUTPUT=POINTER, …]; outputs are found by trying it.",
    );
  const terminal = createInterface({ input, output });
  // The end of the input skips the remaining questions; an interruption ends the command.
  const ended = new AbortController();
  terminal.once("close", () => ended.abort());
  terminal.once("SIGINT", () => ended.abort(new UsageError("interrupted; nothing was written")));
  const answers: ProfileInput[] = [];
  let isDone = false;
  try {
    for (const [index, question] of questions.entries()) {
      const { path, what, rules, example } = question;
      const worth = rules === 0 ? "it saves requests" : count(rules, "rule");
      print(`\n${index + 1}/${questions.length} ${path.join(".")}: ${what} (${worth})`);
      print(`  for example ${stringify(example, { collectionStyle: "flow", lineWidth: 0 }).trim()}`);
      const answer = await validAnswer((prompt) => terminal.question(prompt, { signal: ended.signal }), path);
      isDone = answer === "done";
      if (answer === "done") break;
      if (answer !== null) answers.push(answer);
    }
  } catch (error) {
    const { reason } = ended.signal as { reason: unknown };
    if (reason instanceof UsageError) throw reason;
    if (!ended.signal.aborted) throw error;
    isDone = true;
  } finally {
    terminal.close();
  }
  return { answers, isDone };
}

/** Asks until the answer is valid. Null means that the question is skipped. */
async function validAnswer(
  ask: (prompt: string) => Promise<string>,
  path: readonly string[],
): Promise<ProfileInput | "done" | null> {
  for (;;) {
    const text = (await ask("> ")).trim();
    if (text === "") return null;
    if (text === "done") return "done";
    try {
      return answerTo(path, text);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      print(`not accepted: ${error.message.replace(/^your answer:\d+: /, "")}`);
    }
  }
}
