import { randomBytes } from "node:crypto";

/** Random hexadecimal digits, two for each byte. */
export const randomText = (bytes = 12): string => randomBytes(bytes).toString("hex");
