import { documentedBodies, refusesKeys } from "../guards.ts";

export default [...refusesKeys("connect-guards"), ...documentedBodies("connect-guards")];
