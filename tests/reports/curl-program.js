#!/usr/bin/env node
// In the place of curl, where there is none: the flags that reports use, over HTTP. It fails at every other one.
import { readFileSync } from "node:fs";
import { request } from "node:http";

const [, , ...args] = process.argv;
const headers = { accept: "*/*" };
let method;
let url;
let body;
while (args.length > 0) {
  const arg = args.shift();
  if (arg === "-isS" || arg === "-g") continue;
  else if (arg === "-I") method = "HEAD";
  else if (arg === "-X") method = args.shift();
  else if (arg === "--data-raw") body = Buffer.from(args.shift());
  else if (arg === "--data-binary" && args[0] === "@-") body = readFileSync(Number(args.shift().length - 2));
  else if (arg === "-H") header(args.shift());
  else if (!arg.startsWith("-") && url === undefined) url = arg;
  else throw new Error(`this curl does not know ${arg}`);
}

function header(text) {
  const [, name, sign, value] = /^([^:;]+)([:;])\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new Error(`no header: ${text}`);
  headers[name] = sign === ";" ? "" : value === "" ? undefined : value;
}

const names = Object.keys(headers).map((name) => name.toLowerCase());
if (body !== undefined && !names.includes("content-type"))
  headers["content-type"] = "application/x-www-form-urlencoded";
const given = Object.entries(headers).filter(([, value]) => value !== undefined);
const sent = request(url, {
  method: method ?? (body === undefined ? "GET" : "POST"),
  headers: Object.fromEntries(given),
  agent: false,
});
sent.on("response", async (answer) => {
  const lines = answer.rawHeaders.flatMap((text, index, all) =>
    index % 2 === 0 ? [`${text}: ${all[index + 1]}`] : [],
  );
  process.stdout.write(
    [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, ...lines, "", ""].join("\r\n"),
  );
  for await (const chunk of answer) process.stdout.write(chunk);
});
sent.end(body);
