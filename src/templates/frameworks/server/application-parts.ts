import { mountAuth, type MountPoint } from "../../../cli/edit/server-file.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";
import type { ServerParts } from "./parts.js";

/** The parts of a framework whose handler, session and guard are added to an application by statements. */
export const applicationParts = (
  { made }: ApplicationShape,
  own: Pick<ServerParts, "template" | "trustsItself" | "lines">,
): ServerParts => ({
  ...own,
  made,
  insert: mountAuth,
  byHand: (mount: MountPoint) => mount.statements("app", '"').map((statement) => `${statement};`),
});
