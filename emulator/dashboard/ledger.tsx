import { wallets } from "../areas/account/wallets.ts";
import { vendors } from "../areas/connect/vendor.ts";
import { merchants } from "../kernel/merchants.ts";
import { francs, Id, Linked, List, Live, whyOf, Time } from "./elements.tsx";
import { linkTo, type View } from "./frame.tsx";

/** The readable name of a ledger account. */
function nameOf({ state }: View, account: string): string {
  const [, id = "", pot = ""] = account.split(":");
  const holder = state.get(wallets, id)?.holder;
  if (holder === undefined) return account;
  return `${state.get(merchants, holder)?.name ?? state.get(vendors, holder)?.name ?? holder}, ${pot}`;
}

/** Whether a merchant can see a ledger account: its own, those of its vendors, and those that belong to no wallet. */
function isOwn({ state, merchant }: View, account: string): boolean {
  const [kind, id = ""] = account.split(":");
  if (kind !== "wallet") return true;
  const holder = state.get(wallets, id)?.holder ?? "";
  return holder === merchant.id || state.get(vendors, holder)?.accountId === merchant.id;
}

/** Every account with its balance, and the trial balance. */
export function Ledger({ view }: { view: View }) {
  const all = view.state.ledger.balances("").filter(({ mode }) => mode === view.mode);
  const totals = new Map<string, number>();
  for (const { currency, amount } of all) totals.set(currency, (totals.get(currency) ?? 0) + amount);
  return (
    <>
      <Live id="trial" title="Trial balance" text="The sum over all accounts of the environment.">
        {[...totals].map(([currency, amount]) => (
          <p class="figure">{francs(amount, currency)}</p>
        ))}
      </Live>
      <List
        view={view}
        id="accounts"
        title="Accounts"
        thing="account"
        order="of this merchant and of what is outside"
        empty="No money has moved yet."
        records={all.filter(({ account }) => isOwn(view, account))}
        columns={[
          [
            "Account",
            ({ account }) => (
              <a href={linkTo(view, `ledger/${encodeURIComponent(account)}`)} title={account}>
                {nameOf(view, account)}
              </a>
            ),
          ],
          [{ amount: "Balance" }, ({ amount, currency }) => francs(amount, currency)],
        ]}
      />
    </>
  );
}

/** The statement of an account: its entries with the running balance, newest first. */
export function Statement({ view, account }: { view: View; account: string }) {
  const balances = new Map<string, number>();
  const lines = view.state.ledger
    .entries(account)
    .filter((entry) => entry.mode === view.mode)
    .map((entry) => {
      const amount = entry.lines
        .filter((line) => line.account === account)
        .reduce((sum, line) => sum + line.amount, 0);
      const { currency } = entry;
      const before =
        balances.get(currency) ?? view.state.ledger.openingBalance(account, { mode: view.mode, currency });
      balances.set(currency, before + amount);
      return { entry, amount, balance: before + amount };
    });
  return (
    <List
      view={view}
      id="statement"
      title={nameOf(view, account)}
      thing="line"
      empty="No entry."
      records={lines.reverse()}
      columns={[
        ["Entry", ({ entry }) => <Id view={view} id={entry.id} />],
        ["At (UTC)", ({ entry }) => <Time of={entry.at} />],
        ["Kind", ({ entry }) => <a href={whyOf(view, entry.id)}>{entry.kind}</a>],
        [
          "Of",
          ({ entry }) =>
            Object.entries(entry.details ?? {}).map(([name, value]) => (
              <div class="small">
                {name}: <Linked view={view} text={String(value)} />
              </div>
            )),
        ],
        [{ amount: "Amount" }, ({ entry, amount }) => francs(amount, entry.currency)],
        [{ amount: "Balance" }, ({ entry, balance }) => francs(balance, entry.currency)],
      ]}
    />
  );
}
