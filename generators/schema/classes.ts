import { isUnicode } from "../domain/text.ts";
import { getAt, type Json, joinPath } from "../json.ts";
import type { Shape } from "./shape.ts";

type Test = (value: Json) => boolean;

/**
 * The classes of a shape's values: each optional field present and absent, each enumerated value, each limit reached,
 * texts beyond ASCII, arrays empty and filled. Paths are dotted; items of arrays count when the first has the class.
 */
export function classesOfShape(shape: Shape): Record<string, Test> {
  const classes = new Map<string, Test>();
  collect(shape, "", (name, test) => classes.set(name, test));
  return Object.fromEntries(classes);
}

function collect(shape: Shape, path: string, add: (name: string, test: Test) => void): void {
  const here = path === "" ? "value" : path;
  const is = (test: (value: Json) => boolean): Test => {
    return (whole) => {
      const value = getAt(whole, path);
      return value !== undefined && test(value);
    };
  };
  switch (shape.kind) {
    case "object": {
      const optional = [...shape.fields].filter(([, field]) => !field.required && !shape.open);
      for (const [name] of optional) {
        const at = joinPath(path, name);
        add(`with ${at}`, (whole) => getAt(whole, at) !== undefined);
        add(
          `without ${at}`,
          is((value) => getAt(value, name) === undefined),
        );
      }
      for (const [name, field] of shape.fields) collect(field.shape, joinPath(path, name), add);
      return;
    }
    case "array":
      if (shape.min === 0)
        add(
          `empty ${here}`,
          is((value) => Array.isArray(value) && value.length === 0),
        );
      add(
        `several ${here}`,
        is((value) => Array.isArray(value) && value.length > 1),
      );
      collect(shape.items, joinPath(path, "0"), add);
      return;
    case "string":
      if (shape.format === null && shape.pattern === null && !shape.open) {
        add(
          `unicode ${here}`,
          is((value) => typeof value === "string" && isUnicode(value)),
        );
        const { min, max } = shape;
        if (max !== null)
          add(
            `${here} at its greatest length`,
            is((value) => lengthOf(value) === max),
          );
        if (min > 0)
          add(
            `${here} at its least length`,
            is((value) => lengthOf(value) === min),
          );
      }
      return;
    case "number":
      for (const bound of [shape.min, shape.max]) {
        if (bound === null || shape.open) continue;
        const side = bound.keyword.toLowerCase().includes("min") ? "least" : "greatest";
        const step = bound.exclusive ? (shape.step ?? 1) * (side === "least" ? 1 : -1) : 0;
        add(
          `${side} ${here}`,
          is((value) => value === bound.value + step),
        );
      }
      return;
    case "enum":
      if (shape.values.length > 1) {
        for (const value of shape.values) {
          const name = typeof value === "string" ? value : JSON.stringify(value);
          add(
            `${here} = ${name}`,
            is((found) => JSON.stringify(found) === JSON.stringify(value)),
          );
        }
      }
      return;
    case "boolean":
      add(
        `${here} = true`,
        is((value) => value === true),
      );
      add(
        `${here} = false`,
        is((value) => value === false),
      );
      return;
    case "choice":
      for (const branch of shape.branches) {
        if (branch.kind === "null")
          add(
            `null ${here}`,
            is((value) => value === null),
          );
        else if (branch.kind !== "object") collect(branch, path, add);
      }
      return;
    case "null":
    case "any":
      return;
  }
}

function lengthOf(value: Json): number | null {
  return typeof value === "string" ? [...value].length : null;
}
