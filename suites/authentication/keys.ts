import { documentedBodies, refusesKeys } from "../guards.ts";

export default [...refusesKeys("authentication"), ...documentedBodies("authentication")];
