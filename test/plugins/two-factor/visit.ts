/** An app with the plugin, users with and without a factor, and what they type. */
import { Hono } from "hono";
import { createAuth } from "../../../src/runtime/integrations/hono.js";
import { encode } from "../../../src/runtime/jwt.js";
import { enrol } from "../../../src/runtime/plugins/two-factor/factor-store.js";
import { twoFactor, type TwoFactorOptions } from "../../../src/runtime/plugins/two-factor/index.js";
import { shownNow, stampToken } from "../../../src/runtime/plugins/two-factor/session-factor.js";
import { secretTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import { codeAt, newSecret, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import { resolveConfigWithEnv } from "../../../src/runtime/settings/resolve-config.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { RecordTable } from "../../../src/runtime/types/records.js";
import { Browser, locationOf, origin, secret as appSecret } from "../../support/browser.js";
import { csrf, Stage, ways } from "../stage.js";

export const after = `${origin}/after`;
export const challenge = `${origin}/auth/two-factor`;
export const first = `${origin}/auth/two-factor/first`;
export const sessionCookie = "authjs.session-token";
export const pendingCookie = `${sessionCookie}.pending`;
export const trustedCookie = `${sessionCookie}.trusted`;
export const recoveryCodes = ["AAAAA-AAAAA", "BBBBB-BBBBB"];

/** The user of the password, who is in no table of users. */
export const ada = "7";

export const stageWith = (options: TwoFactorOptions = {}, more: Partial<AuthConfig> = {}): Stage =>
  new Stage({ plugins: [twoFactor(options)], ...more });

/** An app, as far as its rows go. */
type Configured = Pick<Stage, "config">;

export const resolvedOf = ({ config }: Configured) => resolveConfigWithEnv(config);

export const ownerOf = (stage: Configured, userId: string) => ({
  resolved: resolvedOf(stage),
  own: { records: (table: RecordTable) => stage.config.adapter!.records!(table) },
  userId,
});

/** Gives a user a factor. @returns the secret of the app */
export async function withFactor(stage: Configured, userId = ada): Promise<string> {
  const secret = newSecret();
  const enrolment = { secret, step: stepAt(Date.now()) - 5, codes: recoveryCodes };
  if (!(await enrol(ownerOf(stage, userId), enrolment))) throw new Error("The user has a factor");
  return secret;
}

/** What the app shows. @param steps later than now */
export const codeOf = (secret: string, steps = 0): Promise<string> =>
  codeAt(secret, stepAt(Date.now()) + steps);

/** One that is right at no moment near to now. */
export async function wrongCode(secret: string): Promise<string> {
  const right = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code))!;
}

export const byPassword = new Map(ways).get("a password")!;

/** Sends a form of the plugin. */
export async function send(
  browser: Browser,
  path: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  return browser.post(`/auth${path}`, { ...(await csrf(browser)), callbackUrl: "/after", ...fields });
}

/** Signs in by password; with the factor where there is one. */
export async function signedIn(stage: Stage, secret?: string): Promise<Browser> {
  const browser = stage.browser();
  const target = await byPassword(stage, browser);
  if (target === challenge) await send(browser, "/two-factor", { code: await codeOf(secret ?? "", 1) });
  return browser;
}

export const hiddenOf = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";

/** The key on the page, as it is typed in by hand. */
export const keyOf = (page: string): string =>
  (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");

/** Goes through the pages of setting up. @returns the last answer, the secret and the recovery codes */
export async function setUp(browser: Browser, path = "/two-factor/first") {
  const page = await (await browser.send(`/auth${path}?callbackUrl=/after`)).text();
  const secret = keyOf(page);
  const form = { setUp: hiddenOf(page, "setUp"), code: await codeOf(secret) };
  const codesPage = await (await send(browser, path, form)).text();
  const codes = [...codesPage.matchAll(/<li><code>([^<]+)/g)].map(([, code]) => code!);
  const enrolment = hiddenOf(codesPage, "enrolment");
  const last = await send(browser, `${path}/save`, { enrolment });
  return { secret, codes, last, target: locationOf(last), enrolment };
}

export const byMail = new Map(ways).get("the link of a mail")!;

/** An app with a page that asks for the factor. */
export function guarded(stage: Stage, maxAge?: number): Browser {
  const auth = createAuth(stage.config);
  const app = new Hono();
  app.use("/auth/*", auth.handler);
  app.get("/vault", auth.require({ factor: "two-factor", maxAge }), (c) => c.text("open"));
  return new Browser(async (request) => app.fetch(request));
}

export const vault = async (browser: Browser) => {
  const answer = await browser.send("/vault");
  return answer.status === 200 ? await answer.text() : locationOf(answer);
};
export const confirmPath = "/auth/two-factor/confirm?callbackUrl=%2Fvault";

/** Signs in by mail. @returns the id of the user */
export async function mailUser(stage: Stage, browser: Browser): Promise<string> {
  await byMail(stage, browser);
  return [...stage.store.rows.users.keys()][0]!;
}

/** Another browser with the same cookies. */
export function copyOf(stage: Stage, browser: Browser): Browser {
  const copy = stage.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

/** A browser whose user has typed the password, and is asked for the code. */
export async function waiting(stage: Stage): Promise<Browser> {
  const browser = stage.browser();
  const target = await byPassword(stage, browser);
  if (target !== challenge) throw new Error(`The step was not asked: ${target}`);
  return browser;
}

export const rowOf = (stage: Stage, userId = ada) =>
  ownerOf(stage, userId).own.records(secretTable).find({ userId });

export const expired = `${origin}/auth/error?error=Configuration`;

/** The cookie of a session, in which the factor was shown some seconds ago. */
export async function cookieOf(stage: Stage, secondsAgo?: number): Promise<string> {
  const plain = { sub: ada, name: "Ada", rid: "session-1" };
  const shown = shownNow(["otp", "mfa"]);
  const token =
    secondsAgo === undefined
      ? plain
      : await stampToken(resolvedOf(stage), { ...shown, at: shown.at - secondsAgo }, plain);
  return `${sessionCookie}=${await encode({ token, secret: appSecret, salt: sessionCookie })}`;
}
