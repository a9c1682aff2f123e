import type { ReceivedEvent } from "../event.ts";
import type { TargetRequest } from "../http/client.ts";

type Request = Pick<TargetRequest, "authorization" | "host" | "path" | "parts">;

/**
 * What the target's `awaitIdle` reports of accounts, and whether it can be relied on. A report is void after the next request
 * for the account. An event for an account with a valid report shows that the target reports idle too early: from then on no
 * report is trusted.
 */
export class IdleReports {
  readonly #accountOfKey = new Map<string, string>();
  readonly #watched = new Set<string>();
  /** Requests in flight, by account. */
  readonly #inProgress = new Map<string, number>();
  /** Requests so far, by account. */
  readonly #requests = new Map<string, number>();
  /** The accounts that were reported idle, without a request since. */
  readonly #idle = new Set<string>();
  readonly #onDistrust: (why: string) => void;
  #trusted = true;

  constructor(options: { readonly onDistrust: (why: string) => void }) {
    this.#onDistrust = options.onDistrust;
  }

  /** Whether reports can be relied on: false once the target has reported idle too early. */
  get trusted(): boolean {
    return this.#trusted;
  }

  /** Requests with these keys, and those of control that name the account, are counted from now on. */
  watch(account: { readonly accountId: string; readonly keys: readonly (string | null)[] }): void {
    this.#watched.add(account.accountId);
    for (const key of account.keys) if (key !== null) this.#accountOfKey.set(key, account.accountId);
  }

  /** Counts a request as in flight until the returned function is called. */
  begin(request: Request): () => void {
    const accountId = this.#accountOf(request);
    if (accountId === undefined) return () => undefined;
    const add = (to: Map<string, number>, count: number): void =>
      void to.set(accountId, (to.get(accountId) ?? 0) + count);
    this.#idle.delete(accountId);
    add(this.#requests, 1);
    add(this.#inProgress, 1);
    return () => add(this.#inProgress, -1);
  }

  /**
   * Asks about an account. True if the target reports it idle and no other request, such as one of another check, was sent
   * meanwhile.
   */
  async ask(accountId: string, isIdle: () => Promise<boolean>): Promise<boolean> {
    const requests = (): number => this.#requests.get(accountId) ?? 0;
    const before = requests();
    if (!this.#trusted || !(await isIdle()) || !this.trusted) return false;
    if ((this.#inProgress.get(accountId) ?? 0) > 0 || requests() !== before) return false;
    this.#idle.add(accountId);
    return true;
  }

  /** Call this for each event of an account, without redeliveries. */
  arrived(accountId: string, event: ReceivedEvent): void {
    if (this.#idle.has(accountId))
      this.distrust(
        `${event.type === "" ? "an event" : event.type} arrived after the target had reported idle`,
      );
  }

  distrust(why: string): void {
    if (!this.#trusted) return;
    this.#trusted = false;
    this.#onDistrust(why);
  }

  #accountOf({ authorization, host, path, parts }: Request): string | undefined {
    if (host === "control") {
      const named = [...Object.values(parts.path ?? {}), ...path.split("/")];
      return named.find((segment) => this.#watched.has(segment));
    }
    return this.#accountOfKey.get(authorization?.replace(/^Bearer /, "") ?? "");
  }
}
