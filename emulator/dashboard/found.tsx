import { type FoundObject, search } from "../control/search.ts";
import { Asked, francs, Id, List, RequestLink, Status, Tag, Time } from "./elements.tsx";
import type { View } from "./frame.tsx";

/** The members of records that a list of different objects shows. */
type Shown = Partial<{
  readonly amount: number;
  readonly total: number;
  readonly currency: string;
  readonly status: string;
  readonly createdAt: number;
}>;

const shown = ({ record }: FoundObject): Shown => record as Shown;

/** The name of a table's objects, in the singular: `payment intent`. */
const nameOf = (table: string): string =>
  table
    .replace(/([A-Z])/g, " $1")
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/s$/, "");

/** Everything that contains what is searched for. */
export function Found({ view, searched }: { view: View; searched: string }) {
  if (searched === "")
    return (
      <p>
        Search for any id, phone number, order id, amount, description, name, e-mail address or value of the
        metadata.
      </p>
    );
  const { objects, events, requests } = search(view, view.merchant.id, searched);
  return (
    <>
      <List
        view={view}
        id="found"
        title={`Objects with “${searched}”`}
        thing="object"
        empty={`No object of ${view.merchant.name} has it.`}
        records={objects}
        columns={[
          ["Object", ({ table }) => nameOf(table)],
          ["Id", ({ record }) => <Id view={view} id={record.id} />],
          ["Found in", ({ field, value }) => `${field}: ${value.slice(0, 120)}`],
          [
            { amount: "Amount" },
            (one) => {
              const { amount, total, currency } = shown(one);
              const sum = amount ?? total;
              return sum !== undefined && currency !== undefined && francs(sum, currency);
            },
          ],
          [
            "Status",
            (one) => typeof shown(one).status === "string" && <Tag status={shown(one).status ?? ""} />,
          ],
          [
            "Created (UTC)",
            (one) => {
              const { createdAt } = shown(one);
              return createdAt !== undefined && <Time of={createdAt} />;
            },
          ],
        ]}
      />
      {events.length > 0 && (
        <List
          view={view}
          id="found-events"
          title="Events"
          thing="event"
          empty=""
          records={events}
          columns={[
            ["Event", ({ eventId }) => <Id view={view} id={eventId} />],
            ["Type", ({ type }) => type],
          ]}
        />
      )}
      {requests.length > 0 && (
        <List
          view={view}
          id="found-requests"
          title="Requests"
          thing="request"
          empty=""
          records={requests}
          columns={[
            ["Request", ({ id }) => <RequestLink view={view} id={id} />],
            ["At (UTC)", (request) => <Time of={request.at} />],
            ["Answer", ({ answer, fault }) => <Status status={answer.status} fault={fault} />],
            ["Asked", (request) => <Asked {...request} />],
          ]}
        />
      )}
    </>
  );
}
