import {
  type DeliveryOutcome,
  type Hint,
  type LoggedRequest,
  pageAddressIn,
  receiptText,
} from "../../emulator/index.ts";
import { oneLine } from "../../reports/text/text.ts";

/** One line about a request: time, id, route, operation, status, injected fault, duration, what the client calls it, and the page that the answer links to. */
export function requestLine(request: LoggedRequest): string {
  const { id, at, method, path, operationId, answer, durationMs, fault } = request;
  const page = pageAddressIn(answer.body);
  const parts = [
    timeOf(at),
    id,
    `${method} ${path}`,
    operationId ?? "no route",
    fault === undefined ? String(answer.status) : `${fault} (${answer.status})`,
    `${durationMs} ms`,
    ...(request.case === undefined ? [] : [request.case]),
    ...(page === undefined ? [] : [page]),
  ];
  return oneLine(parts.join("  "));
}

/** One line about what a request surely did not mean. */
export const hintLine = ({ at, id }: LoggedRequest, { text }: Hint): string =>
  oneLine([timeOf(at), id, `hint: ${text}`].join("  "));

/** One line about a delivery: time, event, receiver, attempt, outcome with its reason, duration, and when it is retried. */
export function deliveryLine(outcome: DeliveryOutcome, at: number): string {
  const { delivery, url, taken, retryMs, fault, durationMs } = outcome;
  const { entry, attempt } = delivery;
  const after = retryMs === undefined ? "not repeated" : `next attempt in ${retryMs / 1000} s`;
  const parts = [
    timeOf(at),
    entry.eventId,
    `${entry.type} to ${url}`,
    `attempt ${attempt}`,
    [fault, receiptText(outcome), taken ? "accepted" : `not accepted, ${after}`].filter(Boolean).join(", "),
    ...(durationMs === undefined ? [] : [`${durationMs} ms`]),
  ];
  return oneLine(parts.join("  "));
}

/** The time of day in UTC, such as `10:00:00.000`. */
function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}
