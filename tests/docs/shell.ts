import { setTimeout as after } from "node:timers/promises";

/** What a command printed, and whether it succeeded. */
interface Ended {
  readonly printed: string;
  readonly isGood: boolean;
}

/** Runs the few forms of commands that the pages use, without a shell and without curl: `.ci/desk` runs them with both. */
export class Shell {
  readonly #variables = new Map<string, string>();
  readonly #functions = new Map<string, string>();
  readonly #hosts: Readonly<Record<string, string>>;
  readonly #jobs: Promise<unknown>[] = [];
  readonly #files = new Map<string, string>();
  /** The requests that were answered with success, such as `GET /v1/events`. */
  readonly asked = new Set<string>();

  /** `hosts` are the addresses behind those that the pages show. */
  constructor(hosts: Readonly<Record<string, string>>) {
    this.#hosts = hosts;
  }

  /** What a line prints. @throws Error for a form that it does not know */
  async run(line: string): Promise<string> {
    const [, name, body] = /^(\w+)\(\) \{ (.*); \}$/.exec(line) ?? [];
    if (name !== undefined && body !== undefined) {
      this.#functions.set(name, body);
      return "";
    }
    const [, loop, wanted] = /^until \[ "\$\((.*)\)" = (\w+) \]; do sleep 0\.1; done$/.exec(line) ?? [];
    if (loop !== undefined) {
      while ((await this.#pipe(loop)).printed.trim() !== wanted) await after(20);
      return "";
    }
    const [, variable, inner] = /^(\w+)=\$\((.*)\)$/.exec(line) ?? [];
    if (variable !== undefined && inner !== undefined) {
      this.#variables.set(variable, (await this.#pipe(inner)).printed.trim());
      return "";
    }
    if (line.startsWith("export ")) {
      for (const word of this.#words(line.slice("export ".length))) this.#set(word);
      return "";
    }
    if (line === "wait") {
      await Promise.all(this.#jobs.splice(0));
      return "";
    }
    if (line.endsWith(" &")) {
      this.#jobs.push(this.#pipe(line.replace(/( > \/dev\/null)? &$/, "")));
      return "";
    }
    const [, command = line, otherwise] = /^(.*) \|\| (echo .*)$/.exec(line) ?? [];
    const { printed, isGood } = await this.#pipe(command);
    if (isGood) return printed;
    if (otherwise === undefined) throw new Error(`${line} failed`);
    return (await this.#pipe(otherwise)).printed;
  }

  #set(word: string): void {
    const at = word.indexOf("=");
    this.#variables.set(word.slice(0, at), word.slice(at + 1));
  }

  async #pipe(text: string): Promise<Ended> {
    let input = "";
    let isGood = true;
    for (const command of text.split(/ \| (?=\w)/)) {
      const ended = await this.#command(this.#words(command), input);
      input = ended.printed;
      isGood = ended.isGood;
    }
    return { printed: input, isGood };
  }

  /** Words with quotes and variables, as a shell reads them. Assignments of one line see those before them. */
  #words(text: string, given: readonly string[] = []): string[] {
    return [...text.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/g)].flatMap(([raw]) => {
      if (raw === '"$@"') return given;
      const word = [...raw.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|([^\s'"]+)/g)]
        .map(([, single, double, plain]) => single ?? this.#expanded(double ?? plain ?? ""))
        .join("");
      if (/^[A-Z]+=/.test(word)) this.#set(word);
      return [word];
    });
  }

  #expanded(text: string): string {
    return text
      .replace(/\$(\w+)/g, (_, name: string) => {
        const value = this.#variables.get(name);
        if (value === undefined) throw new Error(`$${name} is not set`);
        return value;
      })
      .replace(/\\(.)/g, "$1");
  }

  async #command([name = "", ...words]: readonly string[], input: string): Promise<Ended> {
    const body = this.#functions.get(name);
    if (body?.startsWith("node -p") === true) {
      let value: unknown = JSON.parse(input);
      for (const part of (words[0] ?? "").match(/\w+/g) ?? [])
        value = (value as Record<string, unknown>)[part];
      return { printed: String(value), isGood: value !== undefined };
    }
    if (body !== undefined) return this.#command(this.#words(body, words), input);
    if (name === "echo") return { printed: words.join(" "), isGood: true };
    if (name === "curl") return this.#curl(words);
    throw new Error(`The pages use ${name}, which this shell does not know`);
  }

  /** A text with the addresses behind those that the pages show. */
  #mapped(text: string): string {
    return Object.entries(this.#hosts).reduce(
      (mapped, [shown, host]) => mapped.replaceAll(shown, host),
      text,
    );
  }

  async #curl(words: readonly string[]): Promise<Ended> {
    const headers = new Headers();
    let body: string | undefined;
    let method: string | undefined;
    let file: string | undefined;
    let url = "";
    const left = [...words];
    for (let word = left.shift(); word !== undefined; word = left.shift()) {
      if (word === "-s") continue;
      if (word === "-H") {
        const [name = "", value = ""] = (left.shift() ?? "").split(/: (.*)/);
        headers.set(name, value);
      } else if (word === "-d") {
        const given = left.shift() ?? "";
        body = given.startsWith("@") ? this.#files.get(given.slice(1)) : this.#mapped(given);
      } else if (word === "-o") file = left.shift();
      else if (word === "-X") method = left.shift();
      else if (word.startsWith("http://")) url = word;
      else throw new Error(`The pages use curl ${word}, which this shell does not know`);
    }
    const [, host = "", path = ""] = /^(http:\/\/[^/]*)(.*)$/.exec(url) ?? [];
    const answer = await fetch(`${this.#hosts[host]}${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      ...(body === undefined ? {} : { body }),
    }).catch(() => undefined);
    if (answer?.ok === true)
      this.asked.add(`${method ?? (body === undefined ? "GET" : "POST")} ${path.split("?")[0]}`);
    if (answer === undefined) return { printed: "", isGood: false };
    const text = await answer.text();
    if (file === undefined) return { printed: text, isGood: true };
    this.#files.set(file, text);
    return { printed: "", isGood: true };
  }
}
