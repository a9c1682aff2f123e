import { closeSync, openSync, readSync } from "node:fs";
import { headerValues, type WireAnswer, type WireRequest } from "../http/wire.ts";
import { KEY_ROLES, type Keys } from "../profile/types.ts";
import { readingProblem, UsageError } from "../profile/usage-error.ts";
import { itemOfLine } from "./exchange-lines.ts";
import { Fields } from "./fields.ts";
import { itemOfEntry } from "./har.ts";
import type { EventItem, Item, Known } from "./item.ts";
import { type Place, placesIn } from "./places.ts";

/** What happened next in recorded traffic. `at`: epoch ms, with fractions if known. */
export type Step =
  | {
      readonly kind: "begin";
      readonly request: WireRequest;
      readonly at: number;
      readonly known?: Known;
    }
  | {
      readonly kind: "end";
      /** The same object as in its beginning. */
      readonly request: WireRequest;
      /** Null if none came. If the recorder left out its body, it has a `wholeBytes`, and no rule judges it. */
      readonly answer: WireAnswer | null;
      readonly fault?: string;
      readonly at: number;
    }
  | ({ readonly kind: "event" } & Pick<EventItem, "bytes" | "address" | "at" | "hasPseudonyms">);

/** Recorded traffic of any origin. */
export interface Recording {
  /** The target that payconform recorded; null for traffic of others. */
  readonly target: {
    readonly baseUrl?: string;
    readonly checkoutUrl?: string;
    readonly controlUrl?: string;
  } | null;
  /** The run of payconform that was recorded; null for traffic of others. */
  readonly run: RecordedRun | null;
  /** The pseudonyms of the run's keys. */
  readonly keys: Keys;
  /** The origins to which requests went, in their order; at most some hundreds. */
  readonly hosts: readonly string[];
  /** Whether some request has an `Authorization`; browsers leave it out. */
  readonly hasCredentials: boolean;
  /** Everything in the order in which it happened. Can be read once more. */
  readonly steps: Iterable<Step>;
}

/** What judges: the code of the suite, its rules, and the anchors of the document. */
export const SUITE_PARTS = ["payconform", "rules", "document-anchors"] as const;

/** What a recording says of the run that it is from. */
export interface RecordedRun {
  readonly seed: number;
  /** sha256 of what judged, by its name. */
  readonly digests: Readonly<Record<string, string>>;
  /** sha256 of the profile. */
  readonly digest: string;
  /** The profile as JSON; null in recordings of earlier versions. */
  readonly profile: string | null;
}

/** Exchanges and events of one file. A whole run has about 15,000. */
const MOST_ITEMS = 500_000;
const MOST_HOSTS = 200;
/** Exchanges at the same time: more of them means that their ends are not recorded. */
const MOST_IN_FLIGHT = 10_000;
/** The size of the objects of all of them. */
const MOST_BYTES_IN_FLIGHT = 128 * 1024 * 1024;

/** Where a beginning, an end or an event is in the file, and its position in time. */
interface Mark {
  readonly place: Place;
  readonly kind: Step["kind"];
  /** Epoch ms; infinite for what has no end. */
  readonly at: number;
  /** The position among all of a recording that payconform wrote. */
  readonly order?: number;
}

/**
 * Reads a recording: HAR 1.2, or JSON with one exchange or event a line. The file is read twice, once to find the order, so that it may be
 * larger than the memory. `mostItems`: the most exchanges and events that it may have.
 * @throws UsageError if it is not a recording; reading its steps throws one if the file changes meanwhile
 */
export function readRecording(file: string, { mostItems = MOST_ITEMS } = {}): Promise<Recording> {
  return Promise.resolve().then(() => indexed(file, mostItems));
}

function indexed(file: string, mostItems: number): Recording {
  const marks: Mark[] = [];
  const hosts = new Set<string>();
  let about: Fields | null = null as Fields | null;
  let hasCredentials = false;
  let count = 0;
  const fd = open(file);
  try {
    const reader = new Reader(fd, file);
    for (const place of placesIn(fd, file)) {
      if (place.kind === "about") {
        about = reader.fieldsAt(place);
        continue;
      }
      count += 1;
      if (count > mostItems)
        throw new UsageError(
          `${file} has more than ${mostItems} exchanges and events; divide it into several files`,
        );
      const item = reader.itemAt(place);
      if (item === null) continue;
      for (const mark of marksOf(item, place)) marks.push(mark);
      if (item.kind === "event") continue;
      hasCredentials ||= headerValues(item.request.headers, "authorization").length > 0;
      if (hosts.size < MOST_HOSTS) hosts.add(item.request.url.origin);
    }
  } finally {
    closeSync(fd);
  }
  const isOrdered = marks.every(({ order }) => order !== undefined);
  marks.sort(isOrdered ? byOrder : byTime);
  const steps = { [Symbol.iterator]: () => stepsAt(file, marks) };
  return {
    target: about === null ? null : targetOf(about),
    run: about === null ? null : runOf(about),
    keys: textsIn(about?.within("keys") ?? null, KEY_ROLES),
    hosts: [...hosts],
    hasCredentials,
    steps,
  };
}

function runOf(about: Fields): RecordedRun {
  const profile = about.get("settings");
  return {
    seed: about.required("seed", about.number("seed")),
    digests: textsIn(about.within("digests"), SUITE_PARTS),
    digest: about.required("profile", about.text("profile")),
    profile: profile === undefined ? null : JSON.stringify(profile),
  };
}

function targetOf(about: Fields): Recording["target"] {
  return textsIn(about.within("target"), ["baseUrl", "checkoutUrl", "controlUrl"]);
}

function textsIn<Name extends string>(
  fields: Fields | null,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = fields?.text(name);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

function marksOf(item: Item, place: Place): readonly Mark[] {
  const [begun, ended] =
    item.order === undefined
      ? [{}, {}]
      : [{ order: item.order.begun }, { order: item.order.ended ?? Infinity }];
  if (item.kind === "event") return [{ place, kind: "event", at: item.at, ...begun }];
  return [
    { place, kind: "begin", at: item.begunAt, ...begun },
    { place, kind: "end", at: item.endedAt ?? Infinity, ...ended },
  ];
}

/** Of what happens at the same time, a beginning comes before what may be its effect, and an end last: they may overlap. */
const RANKS: Readonly<Record<Step["kind"], number>> = { begin: 0, event: 1, end: 2 };

const byTime = (a: Mark, b: Mark): number =>
  difference(a.at, b.at) || RANKS[a.kind] - RANKS[b.kind] || a.place.from - b.place.from;

const byOrder = (a: Mark, b: Mark): number =>
  difference(a.order ?? 0, b.order ?? 0) || a.place.from - b.place.from;

/** Of numbers that may be infinite. */
const difference = (a: number, b: number): number => (a === b ? 0 : a - b);

function* stepsAt(file: string, marks: readonly Mark[]): Generator<Step> {
  const fd = open(file);
  const reader = new Reader(fd, file);
  const inFlight = new Map<Place, Item>();
  let bytesInFlight = 0;
  let now = -Infinity;
  try {
    for (const { place, kind, at } of marks) {
      const item = inFlight.get(place) ?? reader.itemAt(place);
      if (item === null) throw new UsageError(`${file} was changed while it was read`);
      if (Number.isFinite(at)) now = Math.max(now, at);
      if (item.kind === "event") {
        yield { ...item, at: now };
      } else if (kind === "begin") {
        inFlight.set(place, item);
        bytesInFlight += place.to - place.from;
        if (inFlight.size > MOST_IN_FLIGHT || bytesInFlight > MOST_BYTES_IN_FLIGHT)
          throw new UsageError(
            `${file} has too many exchanges at the same time in ${place.name}: more than ${MOST_IN_FLIGHT}, or ${MOST_BYTES_IN_FLIGHT / 1024 / 1024} MB; record how long each one takes`,
          );
        const { request, known } = item;
        yield { kind: "begin", request, at: now, ...(known !== undefined && { known }) };
      } else {
        inFlight.delete(place);
        bytesInFlight -= place.to - place.from;
        const { request, answer, fault } = item;
        yield { kind: "end", request, answer, ...(fault !== undefined && { fault }), at: now };
      }
    }
  } finally {
    closeSync(fd);
  }
}

function open(file: string): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${readingProblem(error)}`);
  }
}

/** Reads the objects of a file at their places. */
class Reader {
  readonly #fd: number;
  readonly #file: string;

  constructor(fd: number, file: string) {
    this.#fd = fd;
    this.#file = file;
  }

  /** Null for what is no exchange with a target. */
  itemAt(place: Place): Item | null {
    const fields = this.fieldsAt(place);
    return place.kind === "entry" ? itemOfEntry(fields) : itemOfLine(fields);
  }

  fieldsAt({ from, to, name }: Place): Fields {
    const where = `${this.#file}: ${name}`;
    const bytes = Buffer.allocUnsafe(to - from);
    const read = readSync(this.#fd, bytes, 0, bytes.byteLength, from);
    try {
      return new Fields(JSON.parse(bytes.toString("utf8", 0, read)), where);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${where} is not valid JSON; record again, or remove it`);
    }
  }
}
