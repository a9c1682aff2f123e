import type { State } from "../../kernel/state.ts";
import { put, remove, table, type Write } from "../../kernel/table.ts";

/** The outcomes that control prepared for an account's next operations of one kind, in order. */
interface PreparedOutcomes {
  /** Account and kind in one text. */
  readonly id: string;
  readonly accountId: string;
  readonly outcomes: readonly string[];
}

/** All prepared outcomes. */
export const preparedOutcomes = table<PreparedOutcomes>("preparedOutcomes", {
  account: (prepared) => prepared.accountId,
});

const idOf = (accountId: string, kind: string): string => `${accountId}/${kind}`;

/** The next prepared outcome of a kind, and the write that uses it up; `usual` if none is prepared. */
export function nextOutcome(
  state: State,
  accountId: string,
  kind: string,
  usual: string,
): { outcome: string; writes: readonly Write[] } {
  const prepared = state.get(preparedOutcomes, idOf(accountId, kind));
  const [first, ...rest] = prepared?.outcomes ?? [];
  if (prepared === undefined || first === undefined) return { outcome: usual, writes: [] };
  const left =
    rest.length === 0
      ? remove(preparedOutcomes, prepared.id)
      : put(preparedOutcomes, { ...prepared, outcomes: rest });
  return { outcome: first, writes: [left] };
}

/** The write that prepares an outcome for `times` operations of a kind, after the outcomes that are already prepared. */
export function prepare(
  state: State,
  accountId: string,
  kind: string,
  outcome: string,
  times: number,
): Write {
  const id = idOf(accountId, kind);
  const before = state.get(preparedOutcomes, id)?.outcomes ?? [];
  const outcomes = [...before, ...Array.from({ length: times }, () => outcome)].slice(0, 1000);
  return put(preparedOutcomes, { id, accountId, outcomes });
}
