/** A command of the user in watch mode. */
export type Command =
  | { readonly type: "again" | "all" | "failed" | "help" | "quit" }
  /** Patterns of rules; empty for those of the command line. */
  | { readonly type: "pattern"; readonly patterns: readonly string[] };

/** The keys, as `h` prints them. */
export const KEYS = `  enter  judge again
  a      judge all rules
  f      judge only what failed
  p      choose rules by a pattern
  h      show this help
  q      quit`;

const COMMANDS: Readonly<Record<string, Command["type"]>> = {
  a: "all",
  f: "failed",
  h: "help",
  q: "quit",
  // Ctrl-C and Ctrl-D of a terminal in raw mode.
  "\u0003": "quit",
  "\u0004": "quit",
};
const PROMPT = "pattern (an id, an id with *, an area or a section; none for all): ";
const ERASE = "\b \b";

/** Reads keys from the characters of a terminal in raw mode, or from lines of one key each. */
export class Keys {
  readonly #emit: (command: Command) => void;
  readonly #write: (text: string) => void;
  /** Whether the input is a terminal in raw mode, which does not echo what is typed. */
  readonly #echo: boolean;
  /** The part of the pattern that was typed so far; null outside the prompt. */
  #typed: string | null = null;
  /** Whether the line already contains a key, so that its end does not count as one. */
  #inLine = false;

  constructor(options: {
    readonly emit: (command: Command) => void;
    readonly write: (text: string) => void;
    readonly echo: boolean;
  }) {
    this.#emit = options.emit;
    this.#write = options.write;
    this.#echo = options.echo;
  }

  read(text: string): void {
    for (const key of text.replaceAll("\r\n", "\n")) {
      if (this.#typed === null) this.#key(key);
      else this.#type(key, this.#typed);
    }
  }

  #key(key: string): void {
    const isEnd = key === "\n" || key === "\r";
    if (isEnd) {
      const again = this.#echo || !this.#inLine;
      this.#inLine = false;
      if (again) this.#emit({ type: "again" });
      return;
    }
    this.#inLine = true;
    if (key === "p") {
      this.#typed = "";
      this.#write(PROMPT);
      // If lines are read, the pattern is on the next line.
      this.#inLine = !this.#echo;
      return;
    }
    const type = COMMANDS[key];
    if (type !== undefined && type !== "pattern") this.#emit({ type });
  }

  #type(key: string, typed: string): void {
    if (key === "\n" || key === "\r") {
      // The end of the line that contains the key `p`.
      if (this.#inLine) this.#inLine = false;
      else this.#enter(typed);
    } else if (key === "\u0003" || key === "\u001b") {
      this.#typed = null;
      this.#write("\n");
    } else if (key === "\u007f" || key === "\b") {
      this.#typed = typed.slice(0, -1);
      if (this.#echo && typed !== "") this.#write(ERASE);
    } else if (key >= " ") {
      this.#typed = typed + key;
      if (this.#echo) this.#write(key);
    }
  }

  #enter(typed: string): void {
    this.#typed = null;
    this.#write("\n");
    this.#emit({ type: "pattern", patterns: typed.split(/[\s,]+/).filter((pattern) => pattern !== "") });
  }
}
