/** What pages of the plugin are made with. Each is JSON, too. */
import { languageOf } from "../../flows/language.js";
import type { Say } from "../../pages/text.js";
import { pageUrl } from "../../security/page-url.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PageModel, Section } from "../page-kit/page-model.js";
import type { Refused } from "../page-kit/with-refusal.js";
import type { AdminAsking, OfficeAsking } from "./call.js";
import type { AdminText } from "./texts.js";

/** Somebody asks for a page, or for what it says. */
export interface OfficePageAsking extends OfficeAsking {
  readonly context: FlowContext;
}

/** An administrator does. */
export type AdminPageAsking = AdminAsking & OfficePageAsking;

/** What came of a form of the page. */
export interface OfficeOutcome {
  readonly refused?: Refused | undefined;
  /** The address that the user has now. */
  readonly done?: string | undefined;
}

/** One answer in two shapes. */
export interface OfficePage {
  /** As JSON. */
  readonly body: object;
  page(): PageModel | Promise<PageModel>;
}

/** @throws AdminError for who may not see it */
export type OfficeView = (asking: OfficePageAsking, outcome: OfficeOutcome) => Promise<OfficePage>;

/** The texts in the language of the request. */
export const sayOf =
  ({ own, context }: Pick<OfficePageAsking, "own" | "context">): Say<AdminText> =>
  (name, values) =>
    own.message(context, name, values);

/** Where a page of a user is, and where its forms post to. */
export const urlOf = (context: FlowContext, path: PluginPath, id = ""): string =>
  pageUrl(context, path).replace(":id", id);

/** "December 6, 2026": the day of UTC. */
export function dayOf({ resolved, request }: FlowContext, date: Date): string {
  const { locale = "en" } = languageOf(resolved, request) ?? {};
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** "December 6, 2026 at 10:15 AM UTC". */
export function timeOf({ resolved, request }: FlowContext, date: Date): string {
  const { locale = "en" } = languageOf(resolved, request) ?? {};
  const style = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(locale, style).format(date)} UTC`;
}

/** On top of each page where nothing could ask for a second factor. */
export const factorNotice = ({ lacksFactor }: AdminAsking, say: Say<AdminText>): readonly Section[] =>
  lacksFactor ? [{ kind: "notice", tone: "bad", text: say("lacksFactor") }] : [];
