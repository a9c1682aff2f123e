import type { Dict } from "./schemas.ts";
import type { Words } from "./words.ts";

/**
 * Moves the properties that several schemas have in common into a schema that they refer to. The judge's schemas cannot share properties,
 * because each property has its own rule there.
 */
export function share(schemas: Dict, { shared }: Pick<Words, "shared">): void {
  for (const [name, { of: members, description: text }] of Object.entries(shared)) {
    const own = members.map((member) => schemas[member] as Members);
    const [first = { properties: {} }] = own;
    const common = Object.keys(first.properties).filter((property) =>
      own.every(({ properties }) => isSame(properties[property], first.properties[property])),
    );
    const isRequired = (property: string): boolean =>
      own.every(({ required = [] }) => required.includes(property));
    const properties = pick(first.properties, common);
    schemas[name] ??= { description: text, ...object(common.filter(isRequired), properties) };
    const base = schemas[name] as Members;
    for (const member of members) {
      const { description, properties: all, required = [] } = schemas[member] as Members;
      const inBase = new Set(base.required ?? []);
      const rest = Object.keys(all).filter((property) => !common.includes(property));
      const further = required.filter((property) => !inBase.has(property));
      schemas[member] = {
        description,
        allOf: [{ $ref: `#/components/schemas/${name}` }, object(further, pick(all, rest))],
      };
    }
  }
}

interface Members {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties: Dict;
}

function object(required: readonly string[], properties: Dict): Dict {
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

function pick(properties: Dict, names: readonly string[]): Dict {
  return Object.fromEntries(names.map((name) => [name, properties[name]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
