import {
  type AccountSettings,
  setUpAccount,
  usualSettings,
} from "../../../emulator/areas/account/settings.ts";
import type { Replace } from "../../mutant.ts";
import { entry } from "../../part.ts";

/** Gives merchants other settings. */
export const deciding = (decided: Partial<AccountSettings>): Replace =>
  entry("merchantSetups", "account", () => setUpAccount({ ...usualSettings, ...decided }));
