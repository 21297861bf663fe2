/** The way back from a page of another plugin to the account page, where there is one. */
import { type Html, html } from "../../pages/html.js";
import { pageUrl } from "../../security/page-url.js";
import type { FlowContext } from "../../types/flow.js";
import { pluginsOf } from "../host/scope.js";

/** @param text of the link */
export const toAccount = (context: FlowContext, text: string): Html | false =>
  pluginsOf(context.resolved.config).some(({ id }) => id === "account") &&
  html`<p class="center small back"><a href="${pageUrl(context, "/account")}">${text}</a></p>`;
