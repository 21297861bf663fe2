/** What `auth doctor` says of the tables of a project. */
import { checkTables } from "../../src/commands/doctor/checks/tables.js";
import { survey } from "../../src/commands/steps/read-survey.js";
import type { Finding } from "../../src/cli/findings/finding.js";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";

export const driftOf = async (folder: string): Promise<readonly Finding[]> =>
  checkTables(await survey(await detectConfigured(folder), {}));

/** `hint AUTH_D_SCHEMA_INDEX src/schema.ts:12 users has no index on userId.` */
export const shownDrift = async (folder: string): Promise<readonly string[]> =>
  (await driftOf(folder)).map(({ level, code, message }) => `${level} ${code} ${message}`);
