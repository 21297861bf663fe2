/** A user of an app with plugins, in one browser. */
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { inTurn } from "../support/every-run.js";
import { colorSchemes, inspectPage } from "./inspect-page.js";

/** An app with plugins, as a walk needs it. */
export interface WalkedApp {
  /** Address of the sign-in routes, with the base path. */
  readonly authUrl: string;
  /** Milliseconds that a page may take; default: 30 000. */
  readonly patience?: number;
  /** Name of a provider whose accounts can be linked. */
  readonly provider: string;
  /** Signs in at the page of that provider; it may keep the address to itself where it is a simulated one. */
  chooseAccount(page: Page, options?: { readonly withoutEmail?: boolean }): Promise<void>;
  /**
   * @param to who gets it; default: anybody
   * @returns the link of the next mail with this subject
   */
  mailLink(subject: RegExp, to?: string): Promise<string>;
  /** @returns what the authenticator app shows next: each code is good once */
  nextCode(secret: string): Promise<string>;
  /** @returns the address of who is signed in, as the app knows it, or "nobody" */
  who(page: Page): Promise<string | null>;
}

export class PluginUser {
  readonly page: Page;
  readonly app: WalkedApp;
  readonly #inspects: boolean;
  readonly #hasScript: boolean;
  /** Pages that were looked at. */
  #seen = 0;

  private constructor(page: Page, app: WalkedApp, inspects: boolean, hasScript: boolean) {
    this.page = page;
    this.app = app;
    this.#inspects = inspects;
    this.#hasScript = hasScript;
  }

  /**
   * @param inspects whether each page that is come by is looked at
   * @param hasScript whether the browser runs JavaScript
   */
  static async in(
    context: BrowserContext,
    app: WalkedApp,
    inspects = false,
    hasScript = true,
  ): Promise<PluginUser> {
    context.setDefaultTimeout(app.patience ?? 30_000);
    return new PluginUser(await context.newPage(), app, inspects, hasScript);
  }

  /** @param path below the base path */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.app.authUrl}${path}`);
  }

  /** Presses a button and waits for the next page. */
  async press(name: string | RegExp): Promise<void> {
    const button = this.page.getByRole("button", { name, exact: true });
    await Promise.all([this.page.waitForEvent("domcontentloaded"), button.click()]);
  }

  async follow(name: string | RegExp): Promise<void> {
    await Promise.all([
      this.page.waitForEvent("domcontentloaded"),
      this.page.getByRole("link", { name, exact: true }).click(),
    ]);
  }

  /** The page has this heading, and nothing is wrong with it. */
  async sees(heading: string | RegExp, picture?: string): Promise<void> {
    await this.page.getByRole("heading", { name: heading, exact: true, level: 1 }).waitFor();
    // In every run in one of the colour schemes, in turn; in both in the group `plugins`.
    if (this.#inspects) await inspectPage(this.page, picture, inTurn(colorSchemes, this.#seen++));
  }

  /** The page says what is wrong, and its fields say so to who does not see it. */
  async seesProblem(text: RegExp, field?: string): Promise<void> {
    const alert = this.page.getByRole("alert").filter({ hasText: text });
    await alert.waitFor();
    if (field === undefined) return;
    const described = await this.page.getByLabel(field, { exact: true }).getAttribute("aria-describedby");
    const ids = described?.split(" ") ?? [];
    // At its field it is one line, above the form a box with lines.
    const told = await alert.evaluate((element) => element.id || element.querySelector("p")?.id);
    expect(ids).toContain(told);
  }

  async fillIn(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(fields))
      await this.page.getByLabel(label, { exact: true }).first().fill(value);
  }

  /** Sends the form for the password, which is the first one of the sign-in page. */
  async signIn(email: string, password: string): Promise<void> {
    await this.open("/signin?callbackUrl=/");
    await this.fillIn({ Email: email, Password: password });
    await this.press("Sign in");
  }

  /** Types six digits, which the page sends by itself where it can. */
  async typeCode(code: string): Promise<void> {
    const fields = { "Six-digit code": code };
    if (this.#hasScript) {
      await Promise.all([this.page.waitForEvent("domcontentloaded"), this.fillIn(fields)]);
      return;
    }
    await this.fillIn(fields);
    await this.press("Confirm");
  }

  async answerCode(secret: string): Promise<void> {
    await this.typeCode(await this.app.nextCode(secret));
  }

  async signOut(): Promise<void> {
    await this.open("/signout");
    await this.press("Sign out");
  }

  /** @returns the address of who is signed in, or "nobody" */
  who = (): Promise<string | null> => this.app.who(this.page);

  /** Opens the link of the next mail with this subject. */
  async openMail(subject: RegExp, to?: string): Promise<void> {
    await this.page.goto(await this.app.mailLink(subject, to));
  }

  /** @returns which of these headings the page has, once it has one */
  async seesOneOf(...headings: readonly string[]): Promise<string> {
    const any = new RegExp(`^(?:${headings.join("|")})$`);
    const heading = this.page.getByRole("heading", { name: any, level: 1 });
    await heading.waitFor();
    return (await heading.textContent())?.trim() ?? "";
  }
}
