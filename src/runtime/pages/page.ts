/** The frame that all pages share: a whole document around the content of the card. */
import type { Language } from "../types/messages.js";
import type { Theme } from "../types/theme.js";
import type { EnglishName } from "./english.js";
import { footerOf, inLine } from "./footer.js";
import { attributes, Html, html } from "./html.js";
import { safeImage, safeName } from "./safe-values.js";
import { pageScript } from "./script.js";
import { schemeOf, styleSheet } from "./styles.js";
import { fill, type Say } from "./text.js";

/** What every page is made with. */
export interface Look {
  readonly theme: Theme;
  /** Of its style and its scripts. */
  readonly nonce: string;
  /** A browser shows the page; else it goes without the script, as it does where JavaScript is off. */
  readonly hasScript: boolean;
  /** undefined: English. */
  readonly language: Language | undefined;
  /** The texts of the core. */
  readonly text: Say<EnglishName>;
}

export interface Frame extends Look {
  readonly title: string;
  /** Further rules, made of checked values only. */
  readonly css?: string | undefined;
  /** The page has a button of ours, so the theme's text colour is of use. */
  readonly hasButton?: boolean;
}

/** The app as sentences call it. */
export const appName = ({ theme, text }: Pick<Look, "theme" | "text">): string =>
  safeName(theme.name) || text("thisSite");

/** A heading with the name of the app, or the one without. */
export function headingOf(
  { theme, text }: Look,
  withName: EnglishName,
  without: EnglishName,
): ReturnType<typeof fill<Html>> {
  const name = safeName(theme.name);
  return fill(text(name === "" ? without : withName), { app: html`<bdi>${name}</bdi>` });
}

/** @param userLabel name or address, "" when neither is known */
export const signedInText = ({ text }: Look, userLabel: string): Html =>
  html`${fill(text(userLabel === "" ? "signedIn" : "signedInAs"), { user: html`<b><bdi>${userLabel}</bdi></b>` })}`;

export function page(frame: Frame, content: Html): string {
  const { title, theme, nonce, hasScript, language, text, css = "", hasButton = false } = frame;
  const logo = safeImage(theme.logo);
  const name = safeName(theme.name);
  const links = footerOf(theme, (each, address) => html`<a href="${address}">${text(each)}</a>`);
  const footer = inLine(links);
  return html`<!doctype html>
    <html${attributes({ lang: language?.locale ?? "en", dir: language?.direction })}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}${name !== "" && ` · ${name}`}</title>
        <style nonce="${nonce}">
          ${new Html(styleSheet(theme, hasButton) + css)}
        </style>
      </head>
      <body class="__next-auth-theme-${schemeOf(theme)}">
        <main class="page">
          <div class="card">
            ${logo !== undefined && html`<img class="logo" src="${logo}" alt="${name}" />`} ${content}${footer && html`<p class="center small muted">${footer}</p>`}
          </div>
        </main>
        ${hasScript && pageScript(nonce, [text("show"), text("hide")])}
      </body>
    </html>`.text;
}
