import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/**
 * The generator embeds its program and each data file as Base64. Together, they compress to less than a fifth, so they are replaced by one
 * gzip block, which the page unpacks before its program starts.
 */

const PROGRAM = /<script\b[^>]*\bsrc="data:text\/javascript;base64,([A-Za-z0-9+/=]+)"[^>]*>\s*<\/script>/u;
const DATA = /<script defer>\s*Promise\.allSettled\(\[([\s\S]*?)\]\)\s*\.then\([\s\S]*?<\/script>/u;
const FILE = /\bd\("((?:[^"\\]|\\.)*)","([A-Za-z0-9+/=]*)"\)/gu;

/** Name of the program among the packed files. */
const MAIN = "main.js";

/**
 * Compresses the program and data of a page. The block is gzip of a line of JSON (`[name, offset, length]` of each file) and the bytes of
 * the files. @throws Error if the page has no program or data, because the generator's template has changed
 */
export function packHtml(html: string): string {
  const [programTag, program] = PROGRAM.exec(html) ?? [];
  const [dataTag, data] = DATA.exec(html) ?? [];
  if (programTag === undefined || program === undefined || dataTag === undefined || data === undefined)
    throw new Error("The generated report has no data that can be packed: its template has changed");
  const files: (readonly [string, Buffer])[] = [[MAIN, Buffer.from(program, "base64")]];
  for (const [, name = "", value = ""] of data.matchAll(FILE))
    files.push([JSON.parse(`"${name}"`) as string, Buffer.from(value, "base64")]);
  const block = blockOf(files);
  return html
    .replace(programTag, "")
    .replace(
      dataTag,
      () => `<script type="text/plain" id="packed">${block}</script>\n<script>${UNPACK}</script>`,
    );
}

/** The gzip block, as Base64. Stores equal contents only once, such as the widgets of the only environment. */
function blockOf(files: readonly (readonly [string, Buffer])[]): string {
  const stored = new Map<string, number>();
  const index: (readonly [string, number, number])[] = [];
  const bytes: Buffer[] = [];
  let end = 0;
  for (const [name, content] of files) {
    const hash = createHash("sha256").update(content).digest("base64");
    const offset = stored.get(hash) ?? end;
    if (offset === end) {
      stored.set(hash, offset);
      bytes.push(content);
      end += content.length;
    }
    index.push([name, offset, content.length]);
  }
  return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...bytes]), {
    level: 6,
  }).toString("base64");
}

/** The script that unpacks the block. The report's program reads each file as Base64 by its name. */
const UNPACK = `
(async () => {
  const packed = await fetch("data:application/gzip;base64," + document.getElementById("packed").textContent);
  const bytes = new Uint8Array(await new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const end = bytes.indexOf(10);
  const files = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const base64 = (part) => {
    let text = "";
    for (let at = 0; at < part.length; at += 8190) text += btoa(String.fromCharCode(...part.subarray(at, at + 8190)));
    return text;
  };
  for (const [name, offset, length] of files) {
    const part = bytes.subarray(end + 1 + offset, end + 1 + offset + length);
    if (name !== "${MAIN}") {
      Object.defineProperty(window.allureReportData, name, { get: () => base64(part) });
      continue;
    }
    const program = document.createElement("script");
    program.src = URL.createObjectURL(new Blob([part], { type: "text/javascript" }));
    document.body.append(program);
  }
  window.allureReportDataReady = true;
})();
`;
