import type { Finding } from "../../../../cli/findings/finding.js";
import type { Survey } from "../../../../cli/findings/survey.js";
import { checkHandlerForm } from "../../next/checks/handler.js";
import { checkPageAddresses } from "../../next/checks/page-addresses.js";
import { checkGuards } from "./guards.js";
import { checkRoutes } from "./routes.js";

export function checkNextApp(all: Survey): readonly Finding[] {
  const { appDir } = all.facts;
  if (!all.auth || !appDir) return [];
  return [
    ...checkRoutes(all, appDir),
    ...checkHandlerForm(all),
    ...checkGuards(all, appDir),
    ...checkPageAddresses(all),
  ];
}
