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
import { metadataField, optionalText } from "../common/fields.ts";
import { type Customer, customers } from "./record.ts";

interface Body {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  metadata?: Record<string, unknown>;
}

const record = ({ command, now, ids }: Context): Customer => {
  const { name = null, email = null, phone = null, metadata = {} } = (command.body ?? {}) as Body;
  return {
    id: ids.id("cus_"),
    ...command.caller,
    name,
    email,
    phone,
    metadata,
    clockId: null,
    createdAt: now,
    updatedAt: now,
  };
};

/** How a customer is shown. */
export const customerPresenter = (): Presenter<Customer> => ({
  id: (customer) => customer.id,
  object: () => "customer",
  accountId: (customer) => customer.accountId,
  liveMode: (customer) => customer.mode === "live",
  ...stored<Customer>("name", "email", "phone", "metadata"),
  testClockId: (customer) => customer.clockId,
  ...times<Customer>("createdAt", "updatedAt"),
});

/** The default parts of customers. */
export const createCustomerParts = () => ({
  create: creationParts(customers, {
    fields: [optionalText("name"), optionalText("email"), optionalText("phone"), metadataField],
    record,
    status: 201,
    presenter: customerPresenter(),
  }),
  retrieve: retrieveParts(customers, "Customer", customerPresenter()),
  list: listingParts(customers, customerPresenter()),
});

/** The replaceable parts of customers. Their routes and fields are our choice (§2.12). */
export type CustomerParts = ReturnType<typeof createCustomerParts>;

const operation = operationsOn("checkout", "subscriptions");

/** The routes of customers. */
export const customerOperations = (parts: CustomerParts): Operation[] => [
  operation("createCustomer", "POST /v1/customers", deciderOfCreation(parts.create)),
  operation("listCustomers", "GET /v1/customers", deciderOfListing(parts.list)),
  operation("retrieveCustomer", "GET /v1/customers/:id", deciderOfRetrieval(parts.retrieve)),
];
