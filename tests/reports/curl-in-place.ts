import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { emptyFolder } from "../empty-folder.ts";

/** A replacement for curl, for machines without it. */
export interface CurlInPlace {
  /** The path of the program `curl`. */
  readonly folder: string;
  readonly close: () => void;
}

/**
 * A program that has what it is asked sent by this process: the flags that reports use, over HTTP. It fails at every other one. Starting
 * Node for each request would take most of the time of these tests, and no two requests would meet.
 */
export async function startCurlInPlace(): Promise<CurlInPlace> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    answer(socket).then(
      (bytes) => socket.end(Buffer.concat([Buffer.from("0"), bytes])),
      (error: unknown) => socket.end(`1${String(error)}\n`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = emptyFolder();
  writeFileSync(join(folder, "curl"), program((server.address() as AddressInfo).port), { mode: 0o755 });
  return { folder, close: () => void server.close() };
}

/** Sends the number of arguments, each of them and what comes on standard input in base64, each with a NUL behind it. */
const program = (port: number): string => `#!/usr/bin/env bash
case " $* " in *" @- "*) input=$(base64) ;; esac
exec 3<>/dev/tcp/127.0.0.1/${port}
printf '%s\\0' "$#" "$@" "\${input-}" >&3
IFS= read -r -n1 failed <&3
if [ "$failed" = 0 ]; then exec cat <&3; fi
cat <&3 >&2
exit 1
`;

async function answer(socket: Socket): Promise<Buffer> {
  let received: Buffer = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk as Buffer]);
    const [count = "", ...fields] = received.toString("latin1").split("\0").slice(0, -1);
    if (fields.length <= Number(count)) continue;
    const input = Buffer.from(fields.at(-1) ?? "", "base64");
    return send(
      fields.slice(0, -1).map((field) => Buffer.from(field, "latin1")),
      input,
    );
  }
  throw new Error("the program ended before it had sent its arguments");
}

function send(given: readonly Buffer[], input: Buffer): Promise<Buffer> {
  const headers: Record<string, string | undefined> = { accept: "*/*", "user-agent": "curl/8.0.0" };
  let method: string | undefined;
  let url: string | undefined;
  let body: Buffer | undefined;
  let isStatus = false;
  const args = [...given];
  for (let next = args.shift(); next !== undefined; next = args.shift()) {
    const arg = next.toString();
    if (arg === "-isS" || arg === "-sS" || arg === "-g") continue;
    if (arg === "-o" && args.shift()?.toString() === "/dev/null") continue;
    if (arg === "-w" && args.shift()?.toString() === "%{http_code}\\n") {
      isStatus = true;
      continue;
    }
    if (arg === "-I") method = "HEAD";
    else if (arg === "-X") method = args.shift()?.toString();
    else if (arg === "--data-raw") body = args.shift();
    else if (arg === "--data-binary" && args.shift()?.toString() === "@-") body = input;
    else if (arg === "-H") {
      const [, name, sign, value] = /^([^:;]+)([:;])\s*(.*)$/s.exec(args.shift()?.toString() ?? "") ?? [];
      if (name === undefined) throw new Error("this curl does not know a header without a name");
      headers[name.toLowerCase()] = sign === ";" ? "" : value === "" ? undefined : value;
    } else if (!arg.startsWith("-") && url === undefined) url = arg;
    else throw new Error(`this curl does not know ${arg}`);
  }
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  if (body !== undefined && !names.includes("content-type"))
    headers["content-type"] = "application/x-www-form-urlencoded";
  return new Promise((resolve, reject) => {
    const sent = request(url ?? "", {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
      agent: false,
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      const lines = answer.rawHeaders.flatMap((text, index, all) =>
        index % 2 === 0 ? [`${text}: ${all[index + 1]}`] : [],
      );
      const first = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`;
      const chunks: Buffer[] = [Buffer.from([first, ...lines, "", ""].join("\r\n"))];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      const printed = (): Buffer =>
        isStatus ? Buffer.from(`${answer.statusCode}\n`) : Buffer.concat(chunks);
      answer.on("end", () => resolve(printed()));
    });
    sent.end(body);
  });
}
