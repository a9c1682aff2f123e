import { openapi } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { enveloping } from "../shared/envelopes.ts";
import { constraintsOf, onlyFirstOfEach, slug } from "./constraints.ts";
import { broken, summaryOf } from "./faults.ts";

interface Hook {
  readonly post: {
    readonly "x-event-family": string;
    readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  };
}

/** The events of one type or, if `type` is null, of a family. */
interface Events {
  readonly name: string;
  readonly type: string | null;
  readonly family: string;
  readonly schema: unknown;
}

const { webhooks = {}, "x-event-envelopes": envelopes = {} } = openapi as {
  webhooks?: Readonly<Record<string, Hook>>;
  "x-event-envelopes"?: Readonly<Record<string, string>>;
};

const documented: readonly Events[] = [
  ...Object.entries(webhooks).map(([name, { post }]) => ({
    name,
    type: name,
    family: post["x-event-family"],
    schema: post.requestBody.content["application/json"]?.schema,
  })),
  ...Object.entries(envelopes).map(([family, schema]) => ({
    name: `${family}-envelope`,
    type: null,
    family,
    schema: { $ref: `#/components/schemas/${schema}` },
  })),
];

/** A mutant for each passive rule and each event, or envelope of a family, that can show it. */
export const passiveEventMutants: readonly Mutant[] = documented.flatMap(({ name, type, family, schema }) =>
  onlyFirstOfEach(
    constraintsOf(schema).map((constraint) => ({
      id: `${slug(constraint.rule)}-${constraint.keyword}-in-${slug(name)}`,
      violates: [constraint.rule],
      summary: `The event ${name} ${summaryOf(constraint)}.`,
      replace: enveloping(family, (event, usual) => {
        const body = usual(event);
        return type === null || event.type === type ? (broken(body, constraint) as typeof body) : body;
      }),
    })),
  ),
);
