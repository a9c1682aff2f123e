import { atMost, notNegative, number, oneOf, text, whole } from "../../kernel/rules.ts";
import type { Context, Operation } from "../../kernel/types.ts";
import {
  creationParts,
  deciderOfCreation,
  deciderOfListing,
  listingParts,
  type Presenter,
  deciderOfRetrieval,
  retrieveParts,
  operationsOn,
  stored,
  times,
} from "../common/deciders.ts";
import { type Interval, intervals } from "../common/calendar.ts";
import { amountField, optionalText } from "../common/fields.ts";
import { type Price, prices } from "./record.ts";

interface Body {
  amount: number;
  currency?: string;
  productName?: string | null;
  interval?: string;
  trialDays?: number;
}

const record = ({ command, now, ids }: Context): Price => {
  const {
    amount,
    currency = "xaf",
    productName = null,
    interval = "month",
    trialDays = 0,
  } = command.body as Body;
  return {
    id: ids.id("price_"),
    ...command.caller,
    productName,
    amount,
    currency: currency.toLowerCase(),
    interval: interval.toLowerCase() as Interval,
    trialDays,
    createdAt: now,
  };
};

const presenter = (): Presenter<Price> => ({
  id: (price) => price.id,
  object: () => "price",
  accountId: (price) => price.accountId,
  liveMode: (price) => price.mode === "live",
  ...stored<Price>("productName", "amount", "currency", "interval", "trialDays"),
  ...times<Price>("createdAt"),
});

/** The length of a trial in days, at most two years. */
export const trialField = {
  field: "trialDays",
  rules: [number, whole, notNegative, atMost(730)],
} as const;

const fields = [
  amountField("amount"),
  { field: "currency", rules: [text, oneOf(["xaf", "xof"])] },
  { field: "interval", rules: [text, oneOf(intervals)] },
  optionalText("productName"),
  trialField,
];

/** The default parts of prices. */
export const createPriceParts = () => ({
  create: creationParts(prices, { fields, record, status: 201, presenter: presenter() }),
  retrieve: retrieveParts(prices, "Price", presenter()),
  list: listingParts(prices, presenter()),
});

/** The replaceable parts of prices. Their routes and fields are our choice (§2.12). */
export type PriceParts = ReturnType<typeof createPriceParts>;

const operation = operationsOn("checkout", "subscriptions");

/** The routes of prices. */
export const priceOperations = (parts: PriceParts): Operation[] => [
  operation("createPrice", "POST /v1/prices", deciderOfCreation(parts.create)),
  operation("listPrices", "GET /v1/prices", deciderOfListing(parts.list)),
  operation("retrievePrice", "GET /v1/prices/:id", deciderOfRetrieval(parts.retrieve)),
];
