import { connections } from "./connections.ts";
import { testMisbehaviours } from "./misbehaving.ts";

testMisbehaviours(connections);
