import type { CheckedYaml } from "./checked-yaml.ts";
import type { ProfileInput } from "./defaults.ts";

type Checked = CheckedYaml<ProfileInput>;

/** Mistakes that the schema does not find: each a line with file, line, setting, value and what is allowed. */
export function valueMistakes(checked: Checked): readonly string[] {
  return [
    ...urlMistakes(checked),
    ...controlMistakes(checked),
    ...pointerMistakes(checked),
    ...numberMistakes(checked),
    ...keyMistakes(checked),
  ];
}

function urlMistakes({ value, at }: Checked): readonly string[] {
  const { target = {}, network, events } = value;
  const urls: readonly (readonly [readonly string[], string | undefined])[] = [
    [["target", "baseUrl"], target.baseUrl],
    [["target", "checkoutUrl"], target.checkoutUrl],
    [["target", "controlUrl"], target.controlUrl],
    [["network", "proxy", "url"], network?.proxy?.url],
    [
      ["events", "receiver", "publicUrl"],
      events !== undefined && "receiver" in events ? events.receiver.publicUrl : undefined,
    ],
  ];
  return urls.flatMap(([path, text]) => {
    const why = text === undefined ? null : urlMistake(text);
    return why === null ? [] : [`${at(path)}: ${path.join(".")}: ${why}`];
  });
}

/** Why a URL is not valid for a host, without repeating its secrets; null for a valid one. */
export function urlMistake(text: string): string | null {
  if (!URL.canParse(text))
    return `${JSON.stringify(text)} is not a URL; allowed: http:// or https://, a host, a port up to 65535, a path`;
  const { username, password, search, hash } = new URL(text);
  if (username + password !== "")
    return "the value (not shown) contains a user name or a password; set them as a secret under headers";
  if (search + hash !== "")
    return "the value (not shown) contains a query or a fragment; allowed after the host: a path";
  return null;
}

function controlMistakes({ value, at }: Checked): readonly string[] {
  const { controlUrl, controlModule } = value.target ?? {};
  if (controlUrl === undefined || controlModule === undefined) return [];
  return [
    `${at(["target", "controlModule"])}: target.controlModule: "${controlModule}" stands beside controlUrl; allowed: one of the two`,
  ];
}

/** A header's name (RFC 9110, section 5.1). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Locations in answers are pointers, which begin with a slash; query parameters and headers are names. */
function pointerMistakes({ value, at }: Checked): readonly string[] {
  return Object.entries(value.fields ?? {}).flatMap(([name, text]) => {
    const kind = /-(?:parameter|header)$/.exec(name)?.[0];
    const isRight = { "-parameter": !text.startsWith("/"), "-header": HEADER_NAME.test(text) }[kind ?? ""];
    if (isRight ?? text.startsWith("/")) return [];
    const allowed =
      kind === undefined
        ? `a JSON pointer, such as "/${text}"`
        : `the name of a ${kind === "-header" ? "header" : "query parameter"}`;
    return [`${at(["fields", name])}: fields.${name}: "${text}" is not allowed; allowed: ${allowed}`];
  });
}

const FIGURES: Readonly<Record<string, { readonly what: string; readonly pattern: RegExp }>> = {
  "marketplace-funds": { what: "whole francs, such as 1000000", pattern: /^\d+$/ },
  "absorbed-amount": { what: "whole francs, such as 50", pattern: /^\d+$/ },
  "commission-rates": {
    what: "three numbers: an ordinary rate, one too low, one too high",
    pattern: /^-?\d+(\.\d+)?$/,
  },
};

function numberMistakes({ value, at }: Checked): readonly string[] {
  return Object.entries(FIGURES).flatMap(([name, { what, pattern }]) => {
    const given = value.fixtures?.[name];
    if (given === undefined) return [];
    const list = (Array.isArray(given) ? given : [given]).map(String);
    if (list.every((text) => pattern.test(text))) return [];
    return [
      `${at(["fixtures", name])}: fixtures.${name}: ${JSON.stringify(given)} is not allowed; allowed: ${what}`,
    ];
  });
}

/** A merchant is named by the variable of its key: a profile contains no keys. */
function keyMistakes({ value, at }: Checked): readonly string[] {
  return Object.entries(value.fixtures ?? {})
    .filter(([, given]) => [given].flat().some((text) => /^sk_(test|live)_/.test(String(text))))
    .map(
      ([name]) =>
        `${at(["fixtures", name])}: fixtures.${name}: the value (not shown) is a key; allowed: the name of the environment variable that contains it`,
    );
}

/** What is wrong with a value that is no URL of a server. */
export function notUrl(text: string): string {
  const port = /^https?:\/\/[^/?#@]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1];
  if (port !== undefined && Number(port) > 65_535)
    return `"${text}" is not a URL; the port ${port} is above 65535`;
  const meant = `http://${text}`;
  const example =
    /^[\w.-]+(:\d+)?(\/\S*)?$/.test(text) && URL.canParse(meant) ? meant : "http://127.0.0.1:8080";
  return `"${text}" is not a URL; it must begin with http:// or https://, such as ${example}`;
}
