/**
 * Nobody who opens a report expects it to send data anywhere. Removes the analytics script of the generator's template, and adds a content
 * security policy that keeps everything else, including hostile evidence, from reaching the network.
 */

const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'unsafe-inline' data: blob:",
  "img-src data: blob:",
  "font-src data:",
  "media-src data: blob:",
  "connect-src data: blob:",
  "worker-src data: blob:",
  "frame-src data: blob:",
  "form-action 'none'",
  "base-uri 'self'",
].join("; ");

const REMOTE_SCRIPT = /<script\b[^>]*\bsrc\s*=\s*["']?(?:https?:)?\/\/[^>]*>\s*<\/script>/giu;
const ANALYTICS_SCRIPT = /<script>(?:(?!<\/script>)[\s\S])*?\bgtag\((?:(?!<\/script>)[\s\S])*?<\/script>/giu;
const REMOTE = /<(?!a\b)[a-z][^<>]{0,2000}\b(?:src|href|action|data)\s*=\s*["']?(?:https?:)?\/\/[^\s"'>]*/iu;

/** Removes what loads from the network and forbids the rest. @throws Error if something remote remains, or if there is no head */
export function sealHtml(html: string): string {
  const cleaned = html.replace(REMOTE_SCRIPT, "").replace(ANALYTICS_SCRIPT, "");
  const remote = remoteReference(cleaned);
  if (remote !== null) throw new Error(`The generated report would load from the network: ${remote}`);
  const head = /<head\b[^>]*>/iu.exec(cleaned);
  if (head === null) throw new Error("The generated report has no <head>: its template has changed");
  const at = head.index + head[0].length;
  const meta = `\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  return cleaned.slice(0, at) + meta + cleaned.slice(at);
}

/** The first element that would load something from another host, except plain links; null if there is none. @internal */
export function remoteReference(html: string): string | null {
  return REMOTE.exec(html)?.[0].slice(0, 200) ?? null;
}
