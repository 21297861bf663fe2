/** People with a second factor in the back office, and how they sign in. */
import { hashPassword } from "../../../src/runtime/plugins/password/hashes/password-hash.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { passwordTable } from "../../../src/runtime/plugins/password/tables.js";
import { twoFactor, type TwoFactorOptions } from "../../../src/runtime/plugins/two-factor/index.js";
import { secretTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import type { Mail } from "../../../src/runtime/types/provider.js";
import type { Visitor } from "../organizations/visitor.js";
import { codeOf, withFactor } from "../two-factor/visit.js";
import { Office, type Person } from "./office.js";

export const right = "a long passphrase of hers";
let hash: Promise<string> | undefined;

type Given = ConstructorParameters<typeof Office>[0] & { readonly factor?: TwoFactorOptions };

/** An office with factors and passwords: an administrator who has just shown theirs, and a user with both. */
export async function officeWithFactors({ factor, ...given }: Given = {}) {
  const mails: Mail[] = [];
  const sendMail = (mail: Mail) => void mails.push(mail);
  const town = new Office({
    plugins: [twoFactor(factor), password({ sendMail })],
    ...given,
    options: { sendMail, ...given.options },
  });
  const root = await town.administrator();
  const rootSecret = await withFactor(town, root.id);
  const ada = await town.person("ada");
  const adaSecret = await withFactor(town, ada.id);
  await withPassword(town, ada);
  const at = await confirmed(town, root, rootSecret);
  return { town, mails, root, rootSecret, ada, adaSecret, at, page: `/admin/users/${ada.id}` };
}

/** A browser in which somebody who is signed in shows the factor. */
export async function confirmed(town: Office, who: Person, secret: string, steps = 0): Promise<Visitor> {
  const at = town.visitor(who);
  await post(at, "/two-factor/confirm", { code: await codeOf(secret, steps), callbackUrl: "/after" });
  return at;
}

async function withPassword(town: Office, { id: userId }: Pick<Person, "id">): Promise<void> {
  const row = { userId, hash: await (hash ??= hashPassword(right)), version: 1, changedAt: new Date() };
  await town.records(passwordTable).insert(row);
}

/** As a program: by the CSRF token of the browser. */
export async function post(
  at: Visitor,
  path: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const { csrfToken } = (await (await at.browser.send("/auth/csrf")).json()) as { csrfToken: string };
  return at.browser.post(`/auth${path}`, { csrfToken, ...fields });
}

/** @returns where the link of a mail leads */
export async function openMail(town: Office, at: Visitor, name: string): Promise<string> {
  await post(at, "/signin/email", { email: `${name}@example.com`, callbackUrl: "/after" });
  const { url } = town.links.filter(({ to }) => to === `${name}@example.com`).at(-1)!;
  return where(await at.browser.open(url));
}

export async function sendPassword(at: Visitor, name: string, typed = right): Promise<string> {
  const fields = { email: `${name}@example.com`, password: typed, callbackUrl: "/after" };
  return where(await post(at, "/callback/password", fields));
}

/** @param steps of the code, later than now: each works once */
export const sendCode = async (at: Visitor, secret: string, steps = 0): Promise<string> =>
  where(await post(at, "/two-factor", { code: await codeOf(secret, steps), callbackUrl: "/after" }));

/** A browser whose user has signed in by mail, and shown the factor where there is a secret. */
export async function byMail(town: Office, name: string, secret?: string, steps = 0): Promise<Visitor> {
  const at = town.visitor();
  await openMail(town, at, name);
  if (secret !== undefined) await sendCode(at, secret, steps);
  if ((await at.browser.session()) === null) throw new Error(`${name} is not signed in`);
  return at;
}

export const where = (response: Response): string =>
  (response.headers.get("location") ?? String(response.status)).replace("http://localhost:3000", "");

export const refused = "/auth/error?error=AccessDenied";

export const hasFactor = async (town: Office, { id: userId }: Pick<Person, "id">): Promise<boolean> =>
  (await town.records(secretTable).find({ userId })) !== undefined;
