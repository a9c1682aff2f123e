import type { RunResult } from "../../harness/results.ts";
import { partInWords, failsByGate } from "../evidence/outcome-words.ts";
import { type Html, html } from "../text/html.ts";
import { percent, sharesOf } from "../evidence/statistics.ts";
import { prettyJson, count } from "../text/text.ts";

const LABEL = "payconform";
const COLOURS = { good: "#2e7d46", bad: "#b3261e", open: "#8a5300" } as const;

interface Badge {
  readonly message: string;
  readonly colour: string;
}

/** The verdict and the share that was judged, neither of which is meaningful alone; and what was judged, if not a server of the user. */
function badgeOf(result: RunResult): Badge {
  const verdict = verdictOf(result);
  const { level } = result;
  const badge = level ? { ...verdict, message: `level ${level.name}: ${verdict.message}` } : verdict;
  return result.embedded === true ? { ...badge, message: `emulator: ${badge.message}` } : badge;
}

function verdictOf(result: RunResult): Badge {
  const { passed, violated, rules, notOffered } = sharesOf(result.rules);
  const part = partInWords(result);
  const judged = part ?? percent(passed + violated, rules - notOffered) ?? "0 %";
  const unknown = result.rules.filter(({ verdict, known }) => verdict === "violated" && !known).length;
  switch (result.exitCode) {
    case 0:
      return { message: `conformant, ${judged} judged`, colour: COLOURS.good };
    case 1:
      if (failsByGate(result)) return { message: `gate failed, ${judged} judged`, colour: COLOURS.bad };
      return {
        message: unknown > 0 ? `${count(unknown, "violation")}, ${judged} judged` : "stale baseline",
        colour: COLOURS.bad,
      };
    case 3:
      return { message: `incomplete, ${judged} judged`, colour: COLOURS.open };
    case 2:
    case 4:
      return { message: "no verdict", colour: COLOURS.bad };
  }
}

/** The badge as data for services that draw badges, such as the endpoint badge of shields.io. */
export function badgeJson(result: RunResult): string {
  const { message, colour } = badgeOf(result);
  return prettyJson({
    schemaVersion: 1,
    label: LABEL,
    message,
    color: colour,
    isError: result.exitCode !== 0,
  });
}

const HEIGHT = 20;
const LETTER = 6.6;

/** The badge as a self-contained picture. */
export function badgeSvg(result: RunResult): string {
  const { message, colour } = badgeOf(result);
  const [left, right] = [LABEL, message].map((text) => Math.ceil(text.length * LETTER) + 12) as [
    number,
    number,
  ];
  const width = left + right;
  const text = (content: string, from: number, room: number): Html =>
    html`<text x="${from + room / 2}" y="14" textLength="${room - 12}">${content}</text>`;
  return `${html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${HEIGHT}"
    role="img"
    aria-label="${LABEL}: ${message}"
  >
    <title>${LABEL}: ${message}</title>
    <rect width="${left}" height="${HEIGHT}" fill="#444" />
    <rect x="${left}" width="${right}" height="${HEIGHT}" fill="${colour}" />
    <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      ${text(LABEL, 0, left)}${text(message, left, right)}
    </g>
  </svg>`}\n`;
}
