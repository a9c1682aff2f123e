import { keyFaults } from "../faults/keys.ts";

export const keys = keyFaults({
  place: "allocations",
  operation: "createAllocation",
  name: "allocation",
  area: "allocations",
  once: "credits-once",
});
