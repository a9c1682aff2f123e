import { bodies } from "./bodies.ts";
import { testMisbehaviours } from "./misbehaving.ts";

testMisbehaviours(bodies);
