import { isObject } from "../spec/json.ts";

/** A JSON value as it goes over the wire. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A copy of a value with one field replaced, or removed when `replacement` is undefined. Steps of the path that lead
 * nowhere leave the value as it is.
 */
export function setAt(value: Json, path: string, replacement: Json | undefined): Json {
  const [step, ...rest] = stepsOf(path);
  if (step === undefined) return replacement ?? null;
  if (Array.isArray(value)) {
    const index = Number(step);
    if (rest.length === 0 && replacement === undefined) return value.filter((_, i) => i !== index);
    return value.map((entry, i) => (i === index ? setAt(entry, rest.join("."), replacement) : entry));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (rest.length > 0) {
    return Object.fromEntries(
      entries.map(([key, entry]) => [key, key === step ? setAt(entry, rest.join("."), replacement) : entry]),
    );
  }
  if (replacement === undefined) return Object.fromEntries(entries.filter(([key]) => key !== step));
  const others = entries.map(([key, entry]): [string, Json] => [key, key === step ? replacement : entry]);
  return Object.fromEntries(Object.hasOwn(value, step) ? others : [...others, [step, replacement]]);
}

/** The steps of a dotted path. */
export function stepsOf(path: string): string[] {
  return path === "" ? [] : path.split(".");
}

/** Joins two dotted paths. */
export function joinPath(parent: string, child: string): string {
  return parent === "" ? child : child === "" ? parent : `${parent}.${child}`;
}
