import { refusesKeys } from "../guards.ts";

export default refusesKeys("authentication");
