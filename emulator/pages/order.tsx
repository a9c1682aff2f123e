import { prices } from "../areas/prices/record.ts";
import type { State } from "../kernel/state.ts";
import { fill, money } from "./language.ts";
import { here, type PageContext } from "./layout.tsx";

/** A line of an order. Its price may be unknown. */
export interface OrderLine {
  readonly name: string;
  readonly quantity: number;
  readonly price: number | undefined;
}

/** The order lines of a subscription's items. */
export function pricedLines(
  state: State,
  items: readonly { readonly priceId: string; readonly quantity: number }[],
) {
  return items.map(({ priceId, quantity }) => {
    const price = state.get(prices, priceId);
    return { name: price?.productName ?? priceId, quantity, price: price?.amount ?? 0 };
  });
}

/** The lines of an order, with the total. */
export function OrderLines(props: { context: PageContext; lines: readonly OrderLine[]; currency: string }) {
  const { context, lines, currency } = props;
  const { words, language } = context;
  if (lines.length === 0) return <></>;
  return (
    <ul class="items" aria-label={words.items}>
      {lines.map(({ name, quantity, price }) => (
        <li>
          <span>
            {name}
            {quantity > 1 && price !== undefined && (
              <small>
                {quantity} × {money(price, currency, language)}
              </small>
            )}
          </span>
          <span class="price">{price !== undefined && money(price * quantity, currency, language)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The form with which a customer cancels. */
export function CancelForm({ context }: { context: PageContext }) {
  const { words, merchant } = context;
  return (
    <form method="post" action={here(context)}>
      <button class="link" name="step" value="canceled">
        {fill(words.cancel, { name: merchant.name })}
      </button>
    </form>
  );
}
