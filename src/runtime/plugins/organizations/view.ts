/** What pages of the plugin are made with. Each is JSON, too. */
import type { CookieChange } from "../../http/cookies.js";
import { languageOf } from "../../flows/language.js";
import type { Say } from "../../pages/text.js";
import { pageUrl } from "../../security/page-url.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PageModel } from "../page-kit/page-model.js";
import type { Refused } from "../page-kit/with-refusal.js";
import type { Asking } from "./call.js";
import type { OrganizationText } from "./texts.js";

/** Somebody asks for a page, or for what it says. */
export interface PageAsking extends Asking {
  readonly context: FlowContext;
}

/** What came of a form of the page. */
export interface FormOutcome {
  readonly refused?: Refused | undefined;
  /** Of an invitation for anybody: it is shown this once. */
  readonly link?: string | undefined;
  /** The address that a fresh link of an invitation has gone to. */
  readonly mailed?: string | undefined;
}

/** One answer in two shapes. */
export interface ShownPage {
  /** Default: 200. */
  readonly status?: number | undefined;
  /** Of the page. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** With the page. */
  readonly cookies?: readonly CookieChange[] | undefined;
  /** As JSON. */
  readonly body: object;
  /** @throws OrganizationError for what only a page refuses */
  page(): PageModel | Promise<PageModel>;
}

/** @throws OrganizationError for who may not see it */
export type View = (asking: PageAsking, outcome: FormOutcome) => Promise<ShownPage>;

/** The texts in the language of the request. */
export const sayOf =
  ({ own, context }: PageAsking): Say<OrganizationText> =>
  (name, values) =>
    own.message(context, name, values);

/** Where a page of an organisation is, and where its forms post to. */
export const urlOf = (context: FlowContext, path: PluginPath, slug = ""): string =>
  pageUrl(context, path).replace(":slug", slug);

/** "December 6, 2026": the day of UTC. */
export function dayOf({ resolved, request }: FlowContext, date: Date): string {
  const { locale = "en" } = languageOf(resolved, request) ?? {};
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}
