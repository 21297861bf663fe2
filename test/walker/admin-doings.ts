/** What administrators do, and others to them, each as a browser does it; and what the book has to know of it. */
import { SoftwareAuthenticator } from "../webauthn/authenticator.js";
import { actorOf, addresses, BrokenPromise, isBanned, goesOn } from "./book.js";
import { targetOf } from "./browser.js";
import { clock, minutes, seconds } from "./clock.js";
import {
  askForMail,
  follow,
  openSignInLink,
  overview,
  setUpAt,
  wayBack,
  type Outcome,
  wayOfMail,
} from "./doings.js";
import { forgetMemory } from "./process.js";
import type { Answered } from "./reply.js";
import type { Table } from "./store.js";
import { takeStrictTurns } from "./turns.js";
import { type BrowserName, claimsOf, type ProviderId, type World } from "./world.js";

const inside = (world: World, name: BrowserName) => world.book.sitting(name);

/** The user of an address, as the book has it. */
const userOf = (world: World, address: string): string | undefined =>
  [...world.book.accounts].find(([, each]) => each.address === address && !each.isDeleted)?.[0];

const asJson = { accept: "application/json" };

interface Said {
  readonly ok?: true;
  readonly url?: string;
  readonly error?: string;
}

const saidBy = async (answer: Answered): Promise<Said> => {
  const type = answer.headers.get("content-type") ?? "";
  return type.includes("json") ? ((await answer.json()) as Said) : {};
};

const outcomeOf = async (answer: Answered): Promise<Outcome> => {
  const { ok, error } = await saidBy(answer);
  return ok ? "carried out" : `refused: ${error ?? (targetOf(answer) || answer.status)}`;
};

const isDone = (outcome: Outcome): boolean => outcome === "carried out";

/** As the plugin has it: the terminal knows it too. */
const grantTable: Table = {
  name: "auth_admin_grant",
  columns: {
    userId: { type: "key", required: true },
    grantedBy: { type: "text", required: true },
    createdAt: { type: "date", required: true },
  },
  primaryKey: ["userId"],
  unique: [],
  indexes: [],
};

/** `auth users grant`: it writes a row, of a user whose address is proven. */
export async function grant(world: World, address: string): Promise<Outcome> {
  const { store } = world;
  const user = await store.adapter.getUserByEmail!(address);
  if (!user) return undefined;
  if (!user.emailVerified) return "refused: nobody has proven the address";
  const userId = String(user.id);
  const row = { userId, grantedBy: "root", createdAt: new Date(clock.now) };
  const inserted = await store.carryOut(grantTable, "insert", [row]);
  if (inserted !== "inserted") return undefined;
  world.admins.granted(userId);
  clock.now += seconds;
  return "granted";
}

/** `auth users revoke`. */
export async function revoke(world: World, address: string): Promise<Outcome> {
  const user = userOf(world, address);
  if (user === undefined) return undefined;
  if ((await world.store.carryOut(grantTable, "consume", [{ userId: user }])) === undefined) return undefined;
  world.admins.revoked(user);
  return "taken back";
}

/** Is a browser shown users? */
export async function isOfficeOpen(world: World, name: BrowserName): Promise<boolean> {
  const answer = await world.browser(name).send("/auth/admin/users", { headers: asJson });
  return answer.status === 200;
}

/** Who acts for the user of a browser, as their own page says. */
export async function actsListed(world: World, name: BrowserName): Promise<readonly string[]> {
  const shown = await overview(world.browser(name));
  return (shown?.impersonations ?? []).map(({ by }) => by);
}

export async function openList(world: World, name: BrowserName): Promise<Outcome> {
  if (inside(world, name) === undefined) return undefined;
  if (!(await isOfficeOpen(world, name))) return "refused";
  world.admins.assertReads(name, "opens the list");
  return "opened";
}

/** A form on the page of a user, by whoever sits in a browser. */
async function press(
  world: World,
  name: BrowserName,
  [address, form]: readonly [address: string, form: string],
  fields: Readonly<Record<string, string>> = {},
): Promise<readonly [outcome: Outcome, user: string]> {
  const user = userOf(world, address);
  if (user === undefined || inside(world, name) === undefined) return [undefined, ""];
  const answer = await world.browser(name).post(`/admin/users/${user}/${form}`, fields, asJson);
  return [await outcomeOf(answer), user];
}

const reason = "Ticket 4711";

/** @param lasting in milliseconds; left out: until it is taken back */
export async function ban(
  world: World,
  name: BrowserName,
  address: string,
  lasting = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const until = clock.now + lasting;
  const fields = { reason, ...(Number.isFinite(until) && { until: new Date(until).toISOString() }) };
  const [outcome, user] = await press(world, name, [address, "ban"], fields);
  if (isDone(outcome)) world.admins.banned(name, user, until);
  return outcome;
}

/** More calls of the store than a request makes. */
const whole = 120;

/**
 * In two processes: a link of a mail is opened, and once that has asked the store so often its user is banned. Then it
 * goes on.
 */
export async function banWhileComing(
  world: World,
  name: BrowserName,
  [comer, address]: readonly [comer: BrowserName, address: string],
  calls: number,
): Promise<Outcome> {
  const user = userOf(world, address);
  if (user === undefined || inside(world, name) === undefined || inside(world, comer)) return undefined;
  const asked = await askForMail(world, comer, address);
  const mail = world.newestMail("/callback/email", address);
  if (mail === undefined) return asked;
  mail.isUsed = true;
  const { watches, ended } = takeStrictTurns("1".repeat(calls) + "0".repeat(whole), () => true);
  const processes = world.twoAtOnce(watches);
  const [admin, other] = [world.browser(name), world.browser(comer)];
  const [banned, came] = await Promise.all([
    admin
      .visit(processes[0]!, () => admin.post(`/admin/users/${user}/ban`, { reason }, asJson))
      .finally(() => ended(0)),
    other.visit(processes[1]!, () => other.send(mail.url)).finally(() => ended(1)),
  ]);
  forgetMemory();
  const outcome = await outcomeOf(banned);
  if (isDone(outcome)) world.admins.banned(name, user, Number.POSITIVE_INFINITY);
  const entry = { browser: comer, way: wayOfMail(address), proves: address };
  return `${outcome}, ${await follow(world, came, entry)}`;
}

export async function unban(world: World, name: BrowserName, address: string): Promise<Outcome> {
  const [outcome, user] = await press(world, name, [address, "unban"]);
  if (isDone(outcome)) world.admins.unbanned(name, user);
  return outcome;
}

export async function endSessionsOf(world: World, name: BrowserName, address: string): Promise<Outcome> {
  const [outcome, user] = await press(world, name, [address, "sign-out"]);
  if (isDone(outcome)) world.admins.signedOut(name, user);
  return outcome;
}

export async function deleteUser(world: World, name: BrowserName, address: string): Promise<Outcome> {
  const [outcome, user] = await press(world, name, [address, "delete"], { confirm: address });
  if (isDone(outcome)) world.admins.deleted(name, user);
  return outcome;
}

/** Mails the way to a first password. */
export async function makeUser(world: World, name: BrowserName, email: string): Promise<Outcome> {
  if (inside(world, name) === undefined || userOf(world, email) !== undefined) return undefined;
  const outcome = await outcomeOf(await world.browser(name).post("/admin/users/new", { email }, asJson));
  if (isDone(outcome)) world.admins.assertChanges(name, "makes a user");
  return outcome;
}

/** Nobody presses again and again while the mails are unread. */
const unreadAtMost = 2;

const unread = (world: World, path: string, to: string): number =>
  world.mails.filter((mail) => mail.path === path && mail.to === to && !mail.isUsed).length;

export async function mailPassword(world: World, name: BrowserName, address: string): Promise<Outcome> {
  if (unread(world, "/password/reset", address) >= unreadAtMost) return undefined;
  const fields = { plugin: "password", help: "sendReset", value: "" };
  const [outcome, user] = await press(world, name, [address, "help"], fields);
  if (isDone(outcome)) world.admins.assertChanges(name, "mails a password", user);
  return outcome;
}

const movePath = "/admin/address";

export async function enterAddress(
  world: World,
  name: BrowserName,
  address: string,
  email: string,
): Promise<Outcome> {
  if (unread(world, movePath, email) >= unreadAtMost) return undefined;
  const [outcome, user] = await press(world, name, [address, "email"], { email });
  if (isDone(outcome)) world.admins.assertChanges(name, "enters an address", user);
  return outcome;
}

/** Whoever reads the mails of the new address presses on the page of the link. */
export async function confirmEntered(world: World, name: BrowserName, address: string): Promise<Outcome> {
  const mail = world.newestMail(movePath, address);
  if (mail === undefined) return undefined;
  const fields = Object.fromEntries(new URL(mail.url).searchParams);
  const answer = await world.browser(name).post(movePath, fields, asJson);
  if (answer.status !== 200) return outcomeOf(answer);
  mail.isUsed = true;
  const user = fields["user"] ?? "";
  if (world.admins.grants.has(user))
    throw new BrokenPromise(7, "the address of an administrator is changed by a link of the back office");
  world.book.moved(user, address, actorOf(name));
  return "confirmed";
}

const actsFor = 30 * minutes;

export async function act(world: World, name: BrowserName, address: string): Promise<Outcome> {
  const [outcome, user] = await press(world, name, [address, "impersonate"], { reason });
  if (!isDone(outcome)) return outcome;
  if (address === addresses.stranger)
    throw new BrokenPromise(11, `${name} acts for somebody for whom the app lets nobody act`);
  world.admins.began(name, user, actsFor);
  return "acts";
}

export async function stop(world: World, name: BrowserName): Promise<Outcome> {
  const browser = world.browser(name);
  if (world.book.sittings.get(name)?.actedBy === undefined || !browser.hasSessionCookie) return undefined;
  const { ok, url = "" } = await saidBy(await browser.post("/impersonation", {}, asJson));
  if (!ok) return "refused";
  if (!browser.hasSessionCookie) {
    world.admins.left(name);
    return "nobody is in";
  }
  if (!url.includes("/admin/users/")) return `led to ${url}`;
  world.admins.stopped(name);
  return "stopped";
}

/** The user for whom somebody acts ends it, on the page of their account. */
export async function endForUser(world: World, name: BrowserName): Promise<Outcome> {
  const sitting = inside(world, name);
  if (sitting === undefined || sitting.actedBy !== undefined) return undefined;
  const browser = world.browser(name);
  const acts = (await overview(browser))?.impersonations ?? [];
  if (acts.length === 0) return undefined;
  for (const { id } of acts) await browser.post(`/impersonation/${id}`);
  world.admins.endedByUser(sitting.user);
  return "ended";
}

/** @param isAlone without what is kept beside the cookie of the session */
export async function copyAdministrator(
  world: World,
  from: BrowserName,
  to: BrowserName,
  isAlone: boolean,
): Promise<Outcome> {
  const sitting = inside(world, from);
  if (sitting === undefined) return undefined;
  world.browser(to).copySession(world.browser(from));
  world.book.copied(from, to);
  if (!isAlone) return "copied";
  world.browser(to).dropAside();
  // It opens nothing by itself.
  if (sitting.actedBy !== undefined) world.admins.left(to);
  return "copied";
}

/** A sign-in that goes on after something else was done in the same browser. */
export async function beginSignIn(world: World, name: BrowserName, provider: ProviderId): Promise<Outcome> {
  const url = await wayBack(world.browser(name), provider, actorOf(name));
  if (url.endsWith("state=")) return "refused";
  const session = world.book.sittings.get(name)?.session;
  world.waysBack.set(name, { url, at: clock.now, checks: checksIn(world, name), session });
  return "begun";
}

/** What the app keeps in a browser of the sign-in that was begun last. */
const checksIn = (world: World, name: BrowserName): string =>
  [...world.browser(name).cookies].filter(([cookie]) => /\.(state|code_verifier|nonce)$/.test(cookie)).join();

const checksLast = 15 * minutes;

/** Does the sign-in that was begun there go on with the provider's answer? */
export function canComeBack(world: World, name: BrowserName): boolean {
  const way = world.waysBack.get(name);
  if (way === undefined || clock.now - way.at > checksLast) return false;
  return way.checks === checksIn(world, name);
}

export async function comeBack(world: World, name: BrowserName, provider: ProviderId): Promise<Outcome> {
  const way = world.waysBack.get(name);
  if (way === undefined) return undefined;
  const isGood = canComeBack(world, name);
  world.waysBack.delete(name);
  const { email, verified } = claimsOf(provider, actorOf(name)) as { email: string; verified?: boolean };
  const proves = verified === true ? email : undefined;
  const entry = { browser: name, way: `${provider}:${actorOf(name)}`, proves };
  // Whoever is signed in is led on where it is over, or another one was begun since: nothing comes of it.
  if (!isGood) {
    await world.browser(name).send(way.url);
    return "over";
  }
  return follow(world, await world.browser(name).send(way.url), entry);
}

/** Who reads the mail of the own address is in by it, whoever they act for in this browser. */
export async function openOwnLink(world: World, name: BrowserName, address: string): Promise<Outcome> {
  const mail = world.newestMail("/callback/email", address);
  const outcome = await openSignInLink(world, name, address);
  const account = world.book.accounts.get(userOf(world, address) ?? "");
  const isGood = mail !== undefined && clock.now - mail.at < 60 * minutes && !isBanned(account ?? {});
  // A second factor is shown after Stop.
  if (isGood && world.house.factor === false && !outcome?.startsWith("in as"))
    throw new BrokenPromise(6, `${name} proves the address, and does not come in: ${outcome}`);
  return outcome;
}

/** What anybody sends who is signed in, each with what it needs to be carried out. */
const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/password/change": { current: "owner walks 1 miles a day", password: "somebody walks 9 miles a day" },
  "/password/address": { email: addresses.stranger, current: "owner walks 1 miles a day" },
  "/account/unlink": { provider: "vouch", providerAccountId: "vouch-owner" },
  "/account/sessions": { end: "all" },
  "/account/delete": { confirm: "delete" },
  "/account/name": { name: "Somebody" },
  "/account": { do: "name", name: "Somebody" },
  "/account/passkey-remove": { id: "any" },
  "/account/delete-mail": {},
  "/signin/vouch": {},
  "/signin/email": { email: addresses.stranger },
};

/** Each is refused where somebody acts, and the same page says so afterwards. */
export async function tryAllWhileActing(world: World, name: BrowserName): Promise<Outcome> {
  const sitting = inside(world, name);
  const open = sitting && world.book.actIn(sitting);
  if (open === undefined || !goesOn(open)) return undefined;
  const browser = world.browser(name);
  const before = await pageOf(world, name);
  for (const [path, fields] of Object.entries(forms)) {
    if (path.startsWith("/account") && world.house.account === false) continue;
    const answer = await browser.post(path, fields, asJson);
    if (answer.status !== 403)
      throw new BrokenPromise(11, `${path} is answered ${answer.status} to somebody who acts for the user`);
  }
  const data = await browser.send("/auth/account/data", { headers: asJson });
  if (data.status === 200)
    throw new BrokenPromise(11, `${name} is given the data of the user for whom it acts`);
  const after = await pageOf(world, name);
  if (after !== before)
    throw new BrokenPromise(11, "what was sent by somebody who acts has changed something");
  return "refused";
}

/** What the page of the account says of ways in. */
async function pageOf(world: World, name: BrowserName): Promise<string> {
  const { accounts, passkeys } = (await overview(world.browser(name))) ?? {};
  return JSON.stringify({ accounts, passkeys });
}

/** In one's own session, or where one acts: there it may not be carried out. */
export async function addPasskeyAs(world: World, name: BrowserName): Promise<Outcome> {
  if (inside(world, name) === undefined) return undefined;
  const browser = world.browser(name);
  const options = await browser.send("/auth/webauthn-options/passkey?action=register");
  if (options.status !== 200) return `refused: ${options.status}`;
  const device = new SoftwareAuthenticator("http://localhost:3000");
  const ceremony = (await options.json()) as Parameters<typeof device.answer>[0];
  const answer = await browser.post("/callback/passkey", device.answer(ceremony));
  const way = `passkey ${world.passkeys.length + 1}:${actorOf(name)}`;
  if (targetOf(answer) === "/after" && inside(world, name)?.actedBy !== undefined)
    world.book.added(actorOf(name), name, way);
  const outcome = await follow(world, answer, { browser: name, way });
  if (outcome.startsWith("in as")) world.passkeys.push({ way, holder: actorOf(name), device });
  return outcome;
}

export async function setUpFactorAs(world: World, name: BrowserName): Promise<Outcome> {
  if (inside(world, name)?.actedBy === undefined || world.house.factor === false) return undefined;
  const [target, key] = await setUpAt(world, name, "/two-factor/set-up");
  if (key !== undefined) world.book.factorChanged(actorOf(name), name, "on");
  return `refused: ${target}`;
}

/** All that changes a user in the back office. */
const officeForms = (
  user: string,
  address: string,
): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  [`/admin/users/${user}/ban`]: { reason },
  [`/admin/users/${user}/unban`]: {},
  [`/admin/users/${user}/sign-out`]: {},
  [`/admin/users/${user}/email`]: { email: addresses.other },
  [`/admin/users/${user}/help`]: { plugin: "password", help: "sendReset", value: "" },
  [`/admin/users/${user}/impersonate`]: { reason },
  [`/admin/users/${user}/delete`]: { confirm: address },
});

/** @returns the first that is carried out */
async function carriedOut(world: World, name: BrowserName, address: string): Promise<string | undefined> {
  const user = userOf(world, address);
  if (user === undefined) return undefined;
  for (const [path, fields] of Object.entries(officeForms(user, address))) {
    const { ok } = await saidBy(await world.browser(name).post(path, fields, asJson));
    if (ok) return path;
  }
  return undefined;
}

/** By somebody who has no grant. */
export async function tryOffice(world: World, name: BrowserName): Promise<Outcome> {
  const sitting = inside(world, name);
  if (sitting === undefined || world.admins.grants.has(sitting.user)) return undefined;
  for (const actor of ["administrator", "owner", "stranger"] as const) {
    const path = await carriedOut(world, name, addresses[actor]);
    if (path !== undefined) throw new BrokenPromise(7, `${name} has no grant, and ${path} is carried out`);
  }
  const made = await world.browser(name).post("/admin/users/new", { email: "new@x.test" }, asJson);
  if (made.status === 200) throw new BrokenPromise(7, `${name} has no grant, and makes a user`);
  return "refused";
}

/** By an administrator, to administrators: to oneself too. */
export async function tryAdministrators(world: World, name: BrowserName): Promise<Outcome> {
  const sitting = inside(world, name);
  if (sitting === undefined || !world.admins.grants.has(sitting.user)) return undefined;
  for (const user of world.admins.grants.keys()) {
    const { address, isDeleted } = world.book.accounts.get(user) ?? {};
    if (address === undefined || isDeleted) continue;
    const path = await carriedOut(world, name, address);
    if (path !== undefined)
      throw new BrokenPromise(7, `${path} is carried out, and is about an administrator`);
  }
  return "refused";
}
