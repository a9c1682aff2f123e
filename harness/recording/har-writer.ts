import { closeSync, openSync, writeSync } from "node:fs";
import type { Exchange } from "../http/answer.ts";
import type { WireRequest } from "../http/wire.ts";
import { profileDigest, profileText } from "../profile/defaults.ts";
import { KEY_ROLES, type Keys, type Profile } from "../profile/types.ts";
import { readingProblem, UsageError } from "../profile/usage-error.ts";
import { Pseudonyms } from "../redaction/pseudonyms.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { learnFromBytes } from "../redaction/run-secrets.ts";
import { entryOf, type Happened } from "./har-entry.ts";
import { Hiding } from "./hiding.ts";
import type { Known } from "./item.ts";

/** Receives all that is sent and received, in its order. */
export interface TrafficRecorder {
  readonly begin: (request: WireRequest, known: Known) => void;
  /** Called with each request that began. */
  readonly end: (exchange: Exchange) => void;
  readonly arrive: (bytes: Uint8Array, address: string) => void;
}

/** What a recording says of the run that it is from. */
export interface RunFacts {
  /** Of payconform. */
  readonly version: string;
  readonly profile: Profile;
  /** sha256 of what judges, by its name. */
  readonly digests: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly keys: Keys;
}

type Begun = Pick<Happened, "known" | "at"> & { readonly begun: number };

/** How much is kept until it is written, in UTF-16 units. */
const MOST_PENDING = 64 * 1024;
const END = "\n]}}\n";

/**
 * Writes what a run sends and receives as HAR 1.2, as it happens: whenever the program ends, the file is whole. Secrets are replaced by
 * pseudonyms.
 */
export class HarWriter implements TrafficRecorder {
  readonly #fd: number;
  readonly #redactor: Redactor;
  readonly #pseudonyms = new Pseudonyms();
  readonly #begun = new Map<WireRequest, Begun>();
  /** Where the next entry goes; the end of the document is behind it. */
  #at = 0;
  #entries = 0;
  #order = 0;
  #pending = "";
  #fault: string | null = null;

  /** @throws UsageError if the file cannot be written */
  constructor(options: { readonly file: string; readonly redactor: Redactor; readonly facts: RunFacts }) {
    const { file, redactor, facts } = options;
    this.#redactor = redactor;
    try {
      this.#fd = openSync(file, "w");
    } catch (error) {
      throw new UsageError(`cannot write ${file}: ${readingProblem(error)}`);
    }
    const { version, profile, digests, seed, keys } = facts;
    const { baseUrl, checkoutUrl, controlUrl } = profile.target;
    const creator = { name: "payconform", version };
    const own = {
      version: 1,
      target: { baseUrl, checkoutUrl, controlUrl },
      profile: profileDigest(profile),
      settings: JSON.parse(redactor.text(profileText(profile))) as unknown,
      digests,
      seed,
      keys: Object.fromEntries(
        KEY_ROLES.flatMap((role) =>
          keys[role] === undefined ? [] : [[role, this.#pseudonyms.of(keys[role])]],
        ),
      ),
    };
    const log = JSON.stringify({ log: { version: "1.2", creator, _payconform: own, entries: [] } });
    this.#pending = log.slice(0, -"]}}".length);
    this.flush();
  }

  /** Why the file is incomplete; null if it is not. */
  get fault(): string | null {
    return this.#fault;
  }

  begin(request: WireRequest, known: Known): void {
    this.#begun.set(request, { known, begun: this.#next(), at: Date.now() });
  }

  end({ request, answer, fault, calledAt, returnedAt }: Exchange): void {
    const begun = this.#begun.get(request);
    if (begun === undefined) return;
    this.#begun.delete(request);
    const order = { begun: begun.begun, ended: this.#next() };
    const { known, at } = begun;
    this.#write({ request, answer, fault, known, at, order, ms: returnedAt - calledAt });
  }

  arrive(bytes: Uint8Array, address: string): void {
    learnFromBytes(this.#redactor, bytes);
    const order = this.#next();
    this.#write({
      request: {
        method: "POST",
        url: new URL(`http://inbox.invalid/${encodeURIComponent(address)}`),
        headers: [["content-type", "application/json"]],
        body: bytes,
      },
      answer: { status: 200, headers: [], body: new Uint8Array() },
      fault: null,
      known: { operation: null, control: null },
      order: { begun: order, ended: order },
      at: Date.now(),
      ms: 0,
      event: { address },
    });
  }

  /** Writes what is pending. Afterwards the file is a whole document. */
  flush(): void {
    if (this.#pending === "" || this.#fault !== null) return;
    try {
      const entries = Buffer.from(this.#pending);
      const bytes = Buffer.concat([entries, Buffer.from(END)]);
      for (let done = 0; done < bytes.byteLength;)
        done += writeSync(this.#fd, bytes, done, bytes.byteLength - done, this.#at + done);
      this.#at += entries.byteLength;
      this.#pending = "";
    } catch (error) {
      this.#fault = readingProblem(error);
    }
  }

  /** Writes the requests that are in flight without an answer, and ends. */
  close(): void {
    for (const [request, { known, at, begun }] of this.#begun)
      this.#write({
        request,
        answer: null,
        fault: "in flight at the end",
        known,
        order: { begun, ended: null },
        at,
        ms: 0,
      });
    this.#begun.clear();
    this.flush();
    closeSync(this.#fd);
  }

  #next(): number {
    this.#order += 1;
    return this.#order;
  }

  #write(happened: Happened): void {
    const hiding = new Hiding(this.#redactor, this.#pseudonyms);
    this.#pending += `${this.#entries === 0 ? "" : ","}\n${JSON.stringify(entryOf(happened, hiding))}`;
    this.#entries += 1;
    if (this.#pending.length > MOST_PENDING) this.flush();
  }
}
