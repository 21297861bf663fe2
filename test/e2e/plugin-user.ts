/** A user of the app with all plugins, in one browser. */
import type { BrowserContext, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { codeAt, stepAt } from "../../src/runtime/plugins/two-factor/totp.js";
import { inspectPage } from "./inspect-page.js";
import type { PluginsApp } from "./plugins-app.js";

/** What the authenticator app shows next: each code is good once, so the clock goes on to a new one. */
function nextCode(secret: string): Promise<string> {
  vi.setSystemTime(Date.now() + 30_000);
  return codeAt(secret, stepAt(Date.now()));
}

export class PluginUser {
  readonly page: Page;
  readonly #app: PluginsApp;
  readonly #inspects: boolean;

  private constructor(page: Page, app: PluginsApp, inspects: boolean) {
    this.page = page;
    this.#app = app;
    this.#inspects = inspects;
  }

  /** @param inspects whether each page that is come by is looked at */
  static async in(context: BrowserContext, app: PluginsApp, inspects: boolean): Promise<PluginUser> {
    context.setDefaultTimeout(30_000);
    return new PluginUser(await context.newPage(), app, inspects);
  }

  /** @param path below the base path */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.#app.origin}/auth${path}`);
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
  async sees(heading: string, picture?: string): Promise<void> {
    await this.page.getByRole("heading", { name: heading, exact: true, level: 1 }).waitFor();
    if (this.#inspects) await inspectPage(this.page, picture);
  }

  /** The page says what is wrong, and its fields say so to who does not see it. */
  async seesProblem(text: RegExp, field?: string): Promise<void> {
    const alert = this.page.getByRole("alert");
    await alert.filter({ hasText: text }).waitFor();
    if (field === undefined) return;
    const described = await this.page.getByLabel(field, { exact: true }).getAttribute("aria-describedby");
    const ids = described?.split(" ") ?? [];
    expect(ids).toContain(await alert.locator("p").getAttribute("id"));
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

  async answerCode(secret: string): Promise<void> {
    await this.fillIn({ "Six-digit code": await nextCode(secret) });
    await this.press("Confirm");
  }

  async signOut(): Promise<void> {
    await this.open("/signout");
    await this.press("Sign out");
  }

  /** @returns the address of who is signed in, as the app knows it */
  async who(): Promise<string | null> {
    await this.page.goto(this.#app.origin);
    return this.page.locator("#who").textContent();
  }

  /** @returns the link of the next mail with this subject */
  async mailLink(subject: RegExp): Promise<string> {
    const { mails } = this.#app.mailServer;
    const find = () => mails.findIndex((mail) => subject.test(mail.subject ?? ""));
    await vi.waitUntil(() => find() >= 0, { timeout: 30_000, interval: 20 });
    const [mail] = mails.splice(find(), 1);
    return /https?:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  }
}
