/** Every page and mail of the plugins in one language, each in its states. */
import Passkey from "../../src/providers/passkey.js";
import type { CompleteMessages } from "../../src/runtime/messages/index.js";
import { codeAt, stepAt } from "../../src/runtime/plugins/two-factor/totp.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { coreApp } from "../support/browser.js";
import { ada, type PasswordApp, right, User } from "../plugins/password/drive.js";
import { houseOf, idOf, type Strategy, withFactor } from "../plugins/together/house.js";

/** A browser that asks for a language. */
export class Speaker extends User {
  readonly locale: string;
  constructor(app: PasswordApp, locale: string) {
    super(coreApp(app.config), app);
    this.locale = locale;
  }
  override send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("accept-language", `${this.locale};q=0.9, en;q=0.1`);
    if (!headers.has("x-auth-return-redirect")) headers.set("sec-fetch-dest", "document");
    headers.set("user-agent", "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36");
    return super.send(url, { ...init, headers });
  }
}

/** Is shown what there is. */
export interface Visitor {
  page(html: string, at: string, response: Response): void;
  mail(mail: Mail): void;
}

/** A user of an app in one language, and who looks over the shoulder. */
class Visit {
  readonly app: PasswordApp;
  readonly user: Speaker;
  readonly locale: string;
  readonly #visitor: Visitor;

  constructor(
    { locale, ...texts }: CompleteMessages,
    strategy: Strategy,
    visitor: Visitor,
    more: Partial<AuthConfig>,
  ) {
    this.app = houseOf({ strategy });
    Object.assign(this.app.config, more);
    this.app.config.messages = [{ locale, ...texts }];
    this.app.config.providers.push(Passkey());
    this.app.config.experimental = { enableWebAuthn: true };
    this.user = new Speaker(this.app, locale);
    this.locale = locale;
    this.#visitor = visitor;
  }

  /** The same user in another browser. */
  elsewhere(): Speaker {
    return new Speaker(this.app, this.locale);
  }

  async seen(answer: Response | Promise<Response>, at: string): Promise<string> {
    const response = await answer;
    const html = await response.text();
    this.#visitor.page(html, at, response);
    return html;
  }

  async mailed(to?: string): Promise<Mail> {
    const mail = await this.app.lastMail(to);
    this.#visitor.mail(mail);
    return mail;
  }

  /** Sends a form of a plugin with these fields. */
  async sent(path: string, fields: Readonly<Record<string, string>>, from = this.user): Promise<Response> {
    return from.post(`/auth/${path}`, { csrfToken: await from.csrfToken(), ...fields });
  }

  /** A passkey as a ceremony leaves it. */
  async addPasskey(): Promise<void> {
    const { adapter } = this.app.config;
    const userId = await idOf(this.app);
    const key = { provider: "passkey", providerAccountId: "a2V5", userId };
    await adapter?.linkAccount?.({ ...key, type: "webauthn" });
    await adapter?.createAuthenticator?.({
      ...key,
      credentialID: key.providerAccountId,
      credentialPublicKey: "a2V5",
      counter: 0,
      credentialDeviceType: "multiDevice",
      credentialBackedUp: true,
      transports: "internal",
    });
  }
}

const tokenOf = ({ url }: Mail): string => new URL(url).searchParams.get("token") ?? "";

async function signUp(visit: Visit): Promise<void> {
  const { app, user } = visit;
  await visit.seen(user.send("/auth/signin"), "sign-in");
  for (const path of ["sign-up", "forgot", "verify?token=x", "reset?token=x", "confirm-address?token=x"])
    await visit.seen(user.page(path), path);
  for (const password of ["short", "aaaaaaaaaaaa", "ada@example.com", "x".repeat(300)])
    await visit.seen(user.form("sign-up", { email: ada, password }), `sign-up ${password.slice(0, 9)}`);
  await visit.seen(user.form("sign-up", { email: "none", password: right }), "sign-up none");
  await visit.seen(user.form("sign-up", { email: ada, password: right }), "sent");
  const token = tokenOf(await visit.mailed());
  await visit.seen(user.page(`verify?token=${token}`), "verify");
  await visit.seen(visit.elsewhere().page(`verify?token=${token}`), "verify elsewhere");
  const { status } = await user.form("verify", { token });
  if (status !== 302 || !(await user.isSignedIn()))
    throw new Error(`not signed up: ${status}`, { cause: app.errors });
}

async function changePasswordAndAddress(visit: Visit): Promise<void> {
  const { user } = visit;
  for (const path of ["change", "address"]) await visit.seen(user.page(path), path);
  await visit.seen(user.form("change", { current: "wrong", password: right }), "wrong");
  await visit.seen(user.form("address", { email: ada, current: right }), "same");
  await visit.seen(user.form("address", { email: "new@example.com", current: right }), "address sent");
  const token = tokenOf(await visit.mailed("new@example.com"));
  await visit.seen(user.page(`confirm-address?token=${token}`), "confirm-address");
  await visit.seen(visit.elsewhere().page(`confirm-address?token=${token}`), "confirm-address elsewhere");
  await visit.mailed(ada);
  await visit.elsewhere().form("sign-up", { email: ada, password: right });
  await visit.mailed(ada);
}

async function lookAtAccount(visit: Visit): Promise<void> {
  const { user } = visit;
  await visit.elsewhere().signIn(ada, right);
  await visit.addPasskey();
  await visit.seen(user.send("/auth/account"), "account");
  await visit.seen(user.send("/auth/account/link?provider=other"), "link");
  await visit.seen(visit.sent("account/name", { name: "" }), "invalid");
}

async function showFactor(visit: Visit): Promise<void> {
  const { app, user } = visit;
  await visit.seen(user.send("/auth/two-factor/manage"), "manage, off");
  await visit.seen(user.send("/auth/two-factor/set-up"), "set-up");
  await withFactor(app);
  await visit.seen(user.send("/auth/two-factor/confirm"), "confirm");
  const again = visit.elsewhere();
  const asked = await again.signIn(ada, right);
  if (asked.headers.get("location")?.includes("/two-factor") !== true)
    throw new Error("no code is asked for");
  await visit.seen(again.send("/auth/two-factor"), "challenge");
  await visit.seen(visit.sent("two-factor", { code: "000000" }, again), "wrong code");
  await visit.sent("two-factor", { recovery: "AAAAA-AAAAA" }, again);
  await visit.seen(again.send("/auth/two-factor/manage"), "manage, on");
  await visit.seen(visit.sent("two-factor/recovery-codes", {}, again), "new codes");
}

/** In a session of the password alone, which cannot show the factor. */
async function deleteByMail(visit: Visit): Promise<void> {
  const { user } = visit;
  await visit.seen(user.send("/auth/account"), "account, factor on");
  await visit.seen(visit.sent("account/delete-mail", {}), "deletion mailed");
  const { pathname, search, searchParams } = new URL((await visit.mailed(ada)).url);
  await visit.seen(user.send(pathname + search), "deletion asked");
  const link = Object.fromEntries(searchParams);
  await visit.seen(visit.sent("account/delete-link", link), "deletion planned");
  await visit.mailed(ada);
  await visit.seen(visit.sent("account/delete-link", link), "deletion over");
}

async function setUpFactor(visit: Visit): Promise<void> {
  const html = await visit.seen(visit.user.send("/auth/two-factor/set-up"), "set-up, fresh");
  const setUp = /name="setUp" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const secret = /<code>([^<]*)<\/code>/.exec(html)?.[1]?.replaceAll(" ", "") ?? "";
  await visit.seen(visit.sent("two-factor/set-up", { setUp, code: "000000" }), "set-up, wrong");
  const code = await codeAt(secret, stepAt(Date.now()));
  await visit.seen(visit.sent("two-factor/set-up", { setUp, code }), "save the codes");
}

export async function visitPluginPages(
  language: CompleteMessages,
  visitor: Visitor,
  more: Partial<AuthConfig> = {},
): Promise<void> {
  const visit = new Visit(language, "database", visitor, more);
  const { user } = visit;
  await signUp(visit);
  await changePasswordAndAddress(visit);
  await visit.seen(user.form("forgot", { email: ada }), "forgot sent");
  const token = tokenOf(await visit.mailed(ada));
  await visit.seen(user.page(`reset?token=${token}`), "reset");
  await lookAtAccount(visit);
  await showFactor(visit);
  await deleteByMail(visit);
  await visit.seen(user.form("reset", { token, password: "another long passphrase" }), "reset done");
  await visit.mailed(ada);
  // A sealed session knows when it began: nobody has to sign in again to set up a factor.
  const sealed = new Visit(language, "jwt", visitor, more);
  await sealed.user.form("sign-up", { email: ada, password: right });
  await sealed.user.form("verify", { token: tokenOf(await sealed.app.lastMail()) });
  await setUpFactor(sealed);
}
