/** The way back from a page of another plugin to the account page, where there is one. */
import { type Html, html } from "../pages/html.js";
import type { FlowContext } from "../types/flow.js";
import { pluginsOf } from "./scope.js";

/** @param text of the link */
export const toAccount = ({ resolved, site }: FlowContext, text: string): Html | false =>
  pluginsOf(resolved.config).some(({ id }) => id === "account") &&
  html`<p class="center small back"><a href="${site.base}/account">${text}</a></p>`;
