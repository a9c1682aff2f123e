import { head, type Row } from "./bad-profile.ts";

const port = (binding: string): string => `${head}ports:\n  createVendor: ${binding}\n`;

/** Mistakes in a port of a profile. */
export const PORT_ROWS: readonly Row[] = [
  [
    "a misspelt port",
    `${head}ports:\n  makeVendor: { method: POST, path: /x }\n`,
    4,
    "ports.makeVendor",
    "unknown",
    "createVendor",
  ],
  ["a port without a path", port("{ method: POST }"), 4, "ports.createVendor", "path", "missing"],
  [
    "a port's relative path",
    port("{ method: POST, path: v1/x }"),
    4,
    "ports.createVendor.path",
    '"v1/x"',
    "begins with /",
  ],
  [
    "a port on no host",
    port("{ method: POST, host: other, path: /x }"),
    4,
    "ports.createVendor.host",
    '"other"',
    "payment, checkout, control",
  ],
  [
    "an unknown method of a port",
    port("{ method: SEND, path: /x }"),
    4,
    "ports.createVendor.method",
    '"SEND"',
    "GET, POST",
  ],
  [
    "a port's output that is no pointer",
    port("{ method: POST, path: /x, outputs: { acct: id } }"),
    4,
    "ports.createVendor.outputs.acct",
    '"id"',
    "JSON pointer",
  ],
  [
    "a placeholder that is no input",
    port('{ method: POST, path: "/{shop}" }'),
    4,
    "ports.createVendor",
    "{shop}",
    "{name}",
  ],
];
