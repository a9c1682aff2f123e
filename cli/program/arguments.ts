import { statSync } from "node:fs";
import { isIP } from "node:net";
import { InvalidArgumentError } from "commander";
import { notUrl, urlMistake } from "../../harness/profile/value-checks.ts";
import { RULE_KINDS, type RuleKind } from "../../harness/results.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { Descriptor } from "../evidence/statement.ts";
import type { Shard } from "../selection/shard.ts";

// Parsers of option values. Each throws an `InvalidArgumentError` that shows the value and what is allowed.

/** Returns a parser of an HTTP URL. It removes trailing slashes. */
export function url(flag: string): (text: string) => string {
  return (text) => {
    if (!URL.canParse(text) || !["http:", "https:"].includes(new URL(text).protocol)) {
      throw new InvalidArgumentError(notUrl(text));
    }
    const mistake = urlMistake(text);
    // Commander would add the value to the message, and it may contain a secret.
    if (mistake !== null) throw new UsageError(`${flag}: ${mistake}`);
    return text.replace(/\/+$/, "");
  };
}

/** Returns a parser of a whole number. */
export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min) {
      throw new InvalidArgumentError(`"${text}" is not a whole number of at least ${min}.`);
    }
    return value;
  };
}

/** Parses `name@sha256:digest`, and adds it to those before it. */
export function subjects(text: string, before: readonly Descriptor[] = []): readonly Descriptor[] {
  const [, name, digest] = /^(.+)@sha256:([0-9a-f]{64})$/.exec(text) ?? [];
  if (name === undefined || digest === undefined)
    throw new InvalidArgumentError(`"${text}" is not a name and a digest: name@sha256:, and 64 hex digits.`);
  return [...before, { name, digest: { sha256: digest } }];
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Returns a parser of a span of time such as `10m`, in seconds. A number alone is refused, or of the unit `alone`. */
export function duration(alone?: "s"): (text: string) => number {
  return (text) => {
    const [, number = "", unit = alone ?? ""] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
    const value = Number(number) * (SECONDS[unit] ?? 0);
    if (value > 0) return value;
    const seconds = alone === undefined ? "" : "seconds, or ";
    throw new InvalidArgumentError(
      `"${text}" is not a time; give ${seconds}a number with s, m, h or d, such as 10m.`,
    );
  };
}

const LAST_PORT = 65_535;

/** Returns a parser of the first of `portCount` consecutive ports; 0 means any free ones. */
export function portOf(portCount: 1 | 2): (text: string) => number {
  const last = LAST_PORT - portCount + 1;
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,5}$/.test(text) || value > last) {
      const next = portCount === 1 ? "" : " (the next port is used, too)";
      throw new InvalidArgumentError(
        `"${text}" is not a usable port; give 0 for any free port, or 1 to ${last}${next}.`,
      );
    }
    return value;
  };
}

/** The host as `URL` normalizes it, in lower case and without a port; null if the text is not a host. */
function hostName(text: string): string | null {
  const url = `http://${isIP(text) === 6 ? `[${text}]` : text}`;
  if (!/^[^\s:/?#@\\]+$/.test(text) && isIP(text) !== 6) return null;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "") : null;
}

/** Parses a host and adds it to a list. */
export function hosts(text: string, before: readonly string[] = []): readonly string[] {
  const host = hostName(text);
  if (host !== null) return [...before, host];
  throw new InvalidArgumentError(
    `"${text}" is not a host; give a name or an address without scheme and port, such as shop.test.`,
  );
}

/** Parses a host or a network (`10.0.0.0/8`) and adds it to a list. */
export function networks(text: string, before: readonly string[] = []): readonly string[] {
  const [, address = "", prefix] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  if (prefix === undefined) return hosts(text, before);
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (Number(prefix) <= bits) return [...before, text];
  throw new InvalidArgumentError(
    `"${text}" is not a network; give an address and a prefix length, such as 10.0.0.0/8.`,
  );
}

/** Parses the path of a file that may not exist yet. */
export function filePath(text: string): string {
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new InvalidArgumentError(`"${text}" is a folder; name a file.`);
  return text;
}

const MAX_SECONDS = 7 * 24 * 3_600;

export function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > MAX_SECONDS) {
    throw new InvalidArgumentError(
      `"${text}" is not a number of seconds; give more than 0 and at most ${MAX_SECONDS} (a week).`,
    );
  }
  return value;
}

export function reason(text: string): string {
  if (text.trim().length < 3)
    throw new InvalidArgumentError(`"${text}" is too short; give a reason of at least 3 characters.`);
  return text.trim();
}

export function futureDay(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time);
  if (!isDay || !new Date(time).toISOString().startsWith(text)) {
    throw new InvalidArgumentError(
      `"${text}" is not a calendar day; write it as YYYY-MM-DD, such as 2027-01-31.`,
    );
  }
  if (text < new Date().toISOString().slice(0, 10)) {
    throw new InvalidArgumentError(`"${text}" is in the past; give today or a later day.`);
  }
  return text;
}

/** Parses kinds of rules, separated by commas. */
export function kinds(text: string): readonly RuleKind[] {
  return text.split(",").map((name) => {
    const kind = RULE_KINDS.find((one) => one === name.trim());
    if (kind === undefined)
      throw new InvalidArgumentError(`"${name}" is not a kind of rule; give ${RULE_KINDS.join(", ")}.`);
    return kind;
  });
}

export function shard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const parsed = { index: Number(index), count: Number(count) };
  if (index === undefined || parsed.index < 1 || parsed.index > parsed.count) {
    throw new InvalidArgumentError(`"${text}" is not i/n with 1 <= i <= n, such as 1/4.`);
  }
  return parsed;
}

/** Parses a time to epoch milliseconds. A day means 00:00 UTC. */
export function pointInTime(text: string): number {
  const time = Date.parse(text);
  if (
    !/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text) ||
    Number.isNaN(time)
  )
    throw new InvalidArgumentError(
      `"${text}" is not a time; write it as 2026-01-31 or 2026-01-31T10:00:00Z, with Z or an offset such as +01:00.`,
    );
  return time;
}
