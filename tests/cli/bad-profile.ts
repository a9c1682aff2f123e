/** The valid beginning of a profile, after which a mistake follows. */
export const head = "target:\n  baseUrl: http://127.0.0.1:1\n";

/** What is wrong: the file, and the line, the setting, the value and what is allowed as the refusal has to name them. */
export type Row = readonly [
  what: string,
  text: string,
  line: number,
  setting: string,
  value: string,
  allowed: string,
];
