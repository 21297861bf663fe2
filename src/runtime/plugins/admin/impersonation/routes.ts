/** The routes of impersonation: begin, stop, and the end by the user for whom somebody acts. */
import type { FlowResult } from "../../../http/flow-result.js";
import type { PluginPath } from "../../../types/flow.js";
import type { DeclaredChange, PluginRoute } from "../../host/plugin.js";
import type { Departure } from "../../host/plugin-host.js";
import type { AdminSettings } from "../options.js";
import { answering, carryOut, type OfficeChange, show } from "../routes.js";
import type { OfficePageAsking, OfficeView } from "../view.js";
import { begin } from "./begin.js";
import { endByUser, overView } from "./by-user.js";
import { beginView, stopView } from "./page.js";
import { stop } from "./stop.js";

type Press = (asking: OfficePageAsking, fields: Readonly<Record<string, unknown>>) => Promise<Departure>;

/** Each page, and what its one button does. */
const presses: readonly (readonly [PluginPath, OfficeView, Press, DeclaredChange])[] = [
  ["/admin/users/:id/impersonate", beginView, begin, { of: "none" }],
  ["/impersonation", stopView, stop, { of: "none", impersonation: "allow" }],
  ["/impersonation/:id", overView, endByUser, { of: "none" }],
];

export const impersonationRoutes = (settings: AdminSettings): readonly PluginRoute[] =>
  presses.flatMap(([path, view, press, change]): PluginRoute[] => {
    const asked =
      (run: (asking: OfficePageAsking) => Promise<FlowResult>): PluginRoute["flow"] =>
      (context, own) =>
        answering({ context, own, settings }, run);
    const depart: OfficeChange = async (asking, _id, fields) => ({ departure: await press(asking, fields) });
    return [
      { method: "GET", path, flow: asked((asking) => show(asking, view)) },
      { method: "POST", path, ...change, flow: asked((asking) => carryOut(asking, path, depart, view)) },
    ];
  });
