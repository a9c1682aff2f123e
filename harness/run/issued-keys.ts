import type { ControlClient } from "../control.ts";

/** The keys that control issues to merchants, so that clean-up uses the valid key of a merchant instead of one that was replaced. */
export class IssuedKeys {
  /** The account and environment of each key. */
  readonly #owners = new Map<string, string>();
  /** The last key of each account and environment. */
  readonly #latest = new Map<string, string>();

  /** The key that replaced a key, or the key itself. */
  current(key: string): string {
    return this.#latest.get(this.#owners.get(key) ?? "") ?? key;
  }

  /** The control of a check, which records the keys in its answers. */
  recording(control: ControlClient): ControlClient {
    return {
      call: async (operationId, parts) => {
        const answer = await control.call(operationId, parts);
        const { accountId = parts?.path?.["accountId"], keys, mode, key } = (answer ?? {}) as Issued;
        if (operationId === "createMerchant")
          for (const [name, issued] of Object.entries(keys ?? {}))
            this.#issue(`${accountId} ${name}`, issued);
        if (operationId === "regenerateKey" && key !== undefined) this.#issue(`${accountId} ${mode}`, key);
        return answer;
      },
    };
  }

  #issue(owner: string, key: string): void {
    this.#owners.set(key, owner);
    this.#latest.set(owner, key);
  }
}

/** The answer of `createMerchant` or `regenerateKey`. */
interface Issued {
  readonly accountId?: string;
  readonly keys?: Readonly<Record<string, string>>;
  readonly mode?: string;
  readonly key?: string;
}
