/** What people do at the app, each as a browser does it, and what the book has to know of it. */
import { createHmac } from "node:crypto";
import { encode, getToken } from "authwright/jwt";
import { type Ceremony, SoftwareAuthenticator } from "../webauthn/authenticator.js";
import { type Actor, actorOf, addresses, BrokenPromise, readerOf } from "./book.js";
import { Browser, sessionCookie, targetOf } from "./browser.js";
import { clock, days, seconds } from "./clock.js";
import { asksAnew, issuerId, logoutToken } from "./issuer.js";
import { forgetMemory } from "./process.js";
import type { Answered } from "./reply.js";
import { ordersOf, takeTurns } from "./turns.js";
import {
  type BrowserName,
  claimsOf,
  type HeldPasskey,
  type Mail,
  type ProviderId,
  providers,
  type TotpKey,
  type World,
} from "./world.js";

/** What came of a move, in words; undefined: there was nothing to do. */
export type Outcome = string | undefined;

export const wayOfMail = (address: string): string =>
  `mail${address === addresses.other ? " other" : ""}:${readerOf(address)}`;

interface Entry {
  readonly browser: BrowserName;
  readonly way: string;
  readonly proves?: string | undefined;
  readonly trust?: boolean;
  /** Shows a recovery code in place of the app's. */
  readonly recovers?: boolean;
  readonly askedAt?: number;
  /** Whoever is asked to set up a second factor does it. */
  readonly setsUp?: boolean;
}

/** The app of an actor for the account that a way opens, by its own name or its address; else the newest. */
function keyFor(world: World, actor: Actor, { way, proves }: Entry): TotpKey | undefined {
  const { ways, accounts } = world.book;
  const named = [...accounts].find(([, { address, isDeleted }]) => address === proves && !isDeleted)?.[0];
  const user = ways.get(way)?.user ?? named;
  const own = world.totp.filter(({ holder }) => holder === actor);
  return own.filter((key) => key.user === user).at(-1) ?? own.at(-1);
}

/** Follows a sign-in to its end: shows the second factor where it is asked, and tells the book who is in. */
export async function follow(world: World, answer: Answered, entry: Entry): Promise<string> {
  const actor = actorOf(entry.browser);
  const browser = world.browser(entry.browser);
  let target = targetOf(answer);
  let code = false;
  let key: TotpKey | undefined;
  if (target.startsWith("/auth/two-factor/first") && entry.setsUp) {
    [target, key] = await setUpAt(world, entry.browser, "/two-factor/first");
  } else if (target.startsWith("/auth/two-factor/first"))
    target = targetOf(await browser.post("/two-factor/first/skip"));
  else if (target.startsWith("/auth/two-factor")) {
    const held = keyFor(world, actor, entry);
    if (held === undefined) return "asked for the second factor";
    const trust = entry.trust ? { trust: "yes" } : {};
    const shown = entry.recovers ? { recovery: held.recovery.pop() ?? "" } : { code: nextCode(held) };
    target = targetOf(await browser.post("/two-factor", { ...shown, ...trust }));
    code = true;
  }
  if (target !== "/after") return `refused: ${target || answer.status}`;
  const user = await browser.session();
  if (user === undefined) return "nobody is in";
  world.book.enter({ ...entry, actor, user, code });
  if (code && entry.trust) world.book.trust(entry.browser, user.id);
  if (key) haveSetUp(world, entry.browser, key);
  return `in as ${user.email}`;
}

export async function comeBy(
  world: World,
  provider: ProviderId,
  name: BrowserName,
  options: { readonly trust?: boolean; readonly setsUp?: boolean } = {},
): Promise<Outcome> {
  const browser = world.browser(name);
  const actor = actorOf(name);
  const back = await wayBack(browser, provider, actor);
  const { email, verified } = claimsOf(provider, actor) as { email: string; verified?: boolean };
  const entry = {
    browser: name,
    way: `${provider}:${actor}`,
    proves: verified === true ? email : undefined,
    ...options,
  };
  return follow(world, await browser.send(back), entry);
}

/** Where the provider sends a browser that has begun a sign-in. */
export async function wayBack(browser: Browser, provider: ProviderId, actor: Actor): Promise<string> {
  const start = targetOf(await browser.post(`/signin/${provider}`));
  const state = new URL(start, "https://x.test").searchParams.get("state") ?? "";
  const answer = new URLSearchParams({ code: `${provider}.${actor}`, state });
  return `/auth/callback/${provider}?${answer}`;
}

/** Twice at once, in two processes, in every order in which they may ask for a note: an account that opens nothing. */
export async function comeTwiceAtOnce(
  world: World,
  provider: ProviderId,
  name: BrowserName,
): Promise<Outcome> {
  const way = `${provider}:${actorOf(name)}`;
  if (world.house.reads !== false || world.book.ways.get(way)?.removed === undefined) return undefined;
  for (const order of ordersOf(7)) {
    const browsers = world
      .twoAtOnce(takeTurns(order))
      .map((process, at) => new Browser(process, `${order} ${at}`));
    const ways: string[] = [];
    for (const browser of browsers) ways.push(await wayBack(browser, provider, actorOf(name)));
    const answers = await Promise.all(browsers.map((browser, at) => browser.send(ways[at]!)));
    forgetMemory();
    const at = answers.findIndex((answer) => targetOf(answer) === "/after");
    if (at === -1) continue;
    world.browser(name).copySession(browsers[at]!);
    return follow(world, answers[at]!, { browser: name, way });
  }
  return "refused";
}

/**
 * By the provider that tells when its sessions are over; each time in a new session of its own. It asks who it is where
 * it never has, or is told to.
 *
 * @param asks false: nobody, whatever it is told
 */
export async function comeByIssuer(world: World, name: BrowserName, asks = true): Promise<Outcome> {
  const browser = world.browser(name);
  const actor = actorOf(name);
  const start = targetOf(await browser.post(`/signin/${issuerId}`));
  const state = new URL(start, "https://x.test").searchParams.get("state") ?? "";
  world.issued += 1;
  const known = world.askedAt.get(actor) ?? (asks ? clock.now : clock.now - days);
  const askedAt = asks && asksAnew(start, known) ? clock.now : known;
  world.askedAt.set(actor, askedAt);
  const code = `${actor}.${world.issued}.${Math.floor(askedAt / 1000)}`;
  const answer = new URLSearchParams({ code, state });
  const before = world.book.sitting(name)?.session;
  const entry = { browser: name, way: `${issuerId}:${actor}`, proves: addresses[actor], askedAt };
  const outcome = await follow(world, await browser.send(`/auth/callback/${issuerId}?${answer}`), entry);
  if (outcome.startsWith("in as") && world.book.sitting(name)?.session !== before)
    world.book.begunWith(name, { actor, sid: `sid-${world.issued}` });
  return outcome;
}

/** The provider ends the newest session of somebody's, or all of them: those go, and no other. */
export async function endByIssuer(world: World, actor: Actor, what: "newest" | "all"): Promise<Outcome> {
  const { book } = world;
  const sids = [...book.sittings.values()].flatMap(({ begunWith, ended }) =>
    begunWith?.actor === actor && ended === undefined ? begunWith.sid : [],
  );
  const sid = sids.sort((a, b) => Number(a.slice(4)) - Number(b.slice(4))).at(-1);
  if (sid === undefined) return undefined;
  const meant = book.begunIn(actor, what === "all" ? undefined : sid);
  const others = [...world.browsers].filter(([name]) => !meant.has(name));
  const inBefore = await browsersIn(others);
  const answer = await world.browser("the provider").send(`/auth/backchannel-logout/${issuerId}`, {
    method: "POST",
    body: new URLSearchParams({ logout_token: logoutToken(actor, what === "all" ? undefined : sid) }),
  });
  if (answer.status !== 200)
    throw new BrokenPromise(2, `a logout of the provider is answered ${answer.status}`);
  book.endedByProvider(meant);
  const inAfter = await browsersIn(others);
  const lost = inBefore.find((name) => !inAfter.includes(name));
  if (lost !== undefined) throw new BrokenPromise(8, `${lost} is signed out by the end of another session`);
  return "ended";
}

async function browsersIn(browsers: World["browsers"]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, browser] of browsers)
    if (browser.hasSessionCookie && (await browser.session()) !== undefined) found.push(name);
  return found;
}

/** Nobody asks again and again for what is there unread. */
const unreadAtMost = 2;

async function mailed(
  world: World,
  path: string,
  to: string,
  ask: () => Promise<Answered>,
): Promise<Outcome> {
  const unread = () =>
    world.mails.filter((mail) => mail.path === path && mail.to === to && !mail.isUsed).length;
  const before = unread();
  if (before >= unreadAtMost) return undefined;
  const answer = await ask();
  return unread() > before ? "mailed" : `not mailed: ${targetOf(answer) || answer.status}`;
}

export async function askForMail(
  world: World,
  name: BrowserName,
  email: string,
  id = "email",
): Promise<Outcome> {
  const path = `/callback/${id}`;
  const ask = () => world.browser(name).post(`/signin/${id}`, { email });
  const outcome = await mailed(world, path, email, ask);
  if (outcome === "mailed") world.newestMail(path, email)!.by = name;
  return outcome;
}

/** The newest sign-in link that went to an address, opened by its reader. */
export async function openSignInLink(
  world: World,
  name: BrowserName,
  email: string,
  options: { readonly setsUp?: boolean; readonly recovers?: boolean } = {},
): Promise<Outcome> {
  const mail = world.newestMail("/callback/email", email);
  if (mail === undefined) return undefined;
  mail.isUsed = true;
  const browser = world.browser(name);
  let answer = await browser.send(mail.url);
  // Where another browser has asked for it, or somebody else is signed in, a page asks.
  if (answer.status === 200) {
    const { pathname, searchParams } = new URL(mail.url);
    answer = await browser.post(pathname.replace(/^\/auth/, ""), Object.fromEntries(searchParams));
  }
  // A link for an address alone: what others had brought is gone, and the owner signs in.
  if (targetOf(answer).startsWith("/auth/signin?callbackUrl=")) world.book.proven(email, actorOf(name));
  return follow(world, answer, { browser: name, way: wayOfMail(email), proves: email, ...options });
}

/** The newest link that went to somebody else's address, in a browser that has not asked for it. */
export async function meetLink(
  world: World,
  name: BrowserName,
  email: string,
  { presses }: { readonly presses: boolean },
): Promise<Outcome> {
  const mail = world.newestMail("/callback/email", email);
  if (mail === undefined) return undefined;
  const browser = world.browser(name);
  const page = await browser.send(mail.url);
  if (page.status !== 200) return `not asked: ${targetOf(page) || page.status}`;
  if (!presses) return "asked";
  mail.isUsed = true;
  const { pathname, searchParams } = new URL(mail.url);
  const answer = await browser.post(pathname.replace(/^\/auth/, ""), Object.fromEntries(searchParams));
  let target = targetOf(answer);
  if (target.startsWith("/auth/two-factor/first"))
    target = targetOf(await browser.post("/two-factor/first/skip"));
  if (target !== "/after") return `refused: ${target || answer.status}`;
  const user = await browser.session();
  if (user === undefined) return "nobody is in";
  world.book.lured(name, wayOfMail(email), user);
  return `in as ${user.email}`;
}

export async function comeByMail(
  world: World,
  name: BrowserName,
  email: string,
  options: { readonly recovers?: boolean } = {},
): Promise<Outcome> {
  const asked = await askForMail(world, name, email);
  return asked === "mailed" || asked === undefined ? openSignInLink(world, name, email, options) : asked;
}

export async function comeByCode(world: World, name: BrowserName, email: string): Promise<Outcome> {
  const asked = await askForMail(world, name, email, "code");
  const mail = world.newestMail("/callback/code", email);
  if (mail?.code === undefined) return asked;
  mail.isUsed = true;
  const answer = await world.browser(name).post("/callback/code", { email, code: mail.code });
  return follow(world, answer, { browser: name, way: wayOfMail(email), proves: email });
}

/** A password of somebody, for whichever account. */
const passwordOf = (actor: Actor, count: number): string => `${actor} walks ${count} miles a day`;
const knownPassword = (world: World, actor: Actor): string =>
  passwordOf(actor, Number(world.passwords.get(actor) ?? 1));
function newPassword(world: World, actor: Actor): string {
  const count = Number(world.passwords.get(actor) ?? 1) + 1;
  world.passwords.set(actor, String(count));
  return passwordOf(actor, count);
}

export async function signUp(world: World, name: BrowserName, email: string): Promise<Outcome> {
  const password = knownPassword(world, actorOf(name));
  world.signUps.add(`${name} ${email} ${password}`);
  return mailed(world, "/password/verify", email, () =>
    world.browser(name).post("/password/sign-up", { email, password }),
  );
}

const tokenOf = ({ url }: Mail): string => new URL(url).searchParams.get("token") ?? "";

/** Opens the newest link of a sign-up for an address, and presses its button. */
export async function verify(world: World, name: BrowserName, email: string): Promise<Outcome> {
  const mail = world.newestMail("/password/verify", email);
  if (mail === undefined) return undefined;
  mail.isUsed = true;
  const actor = actorOf(name);
  const form = { token: tokenOf(mail), password: knownPassword(world, actor) };
  const answer = await world.browser(name).post("/password/verify", form);
  return follow(world, answer, { browser: name, way: `password:${actor}`, proves: email });
}

export async function comeByPassword(world: World, name: BrowserName, email: string): Promise<Outcome> {
  const actor = actorOf(name);
  const form = { email, password: knownPassword(world, actor) };
  const answer = await world.browser(name).post("/callback/password", form);
  return follow(world, answer, { browser: name, way: `password:${actor}` });
}

export async function forgot(world: World, name: BrowserName, email: string): Promise<Outcome> {
  return mailed(world, "/password/reset", email, () =>
    world.browser(name).post("/password/forgot", { email }),
  );
}

export async function reset(world: World, name: BrowserName, email: string): Promise<Outcome> {
  const mail = world.newestMail("/password/reset", email);
  if (mail === undefined) return undefined;
  mail.isUsed = true;
  const actor = actorOf(name);
  const form = { token: tokenOf(mail), password: newPassword(world, actor) };
  const answer = await world.browser(name).post("/password/reset", form);
  if (answer.status >= 400) return `refused: ${answer.status}`;
  world.book.reset(email, actor);
  return "a new password";
}

/** A sitting that the book knows, or nothing. */
const inside = (world: World, name: BrowserName) => world.book.sitting(name);

export async function changePassword(world: World, name: BrowserName): Promise<Outcome> {
  const sitting = inside(world, name);
  if (sitting === undefined) return undefined;
  const actor = actorOf(name);
  const current = knownPassword(world, actor);
  const before = world.passwords.get(actor);
  const answer = await world
    .browser(name)
    .post("/password/change", { current, password: newPassword(world, actor) });
  const way = `password:${actor}`;
  const target = targetOf(answer);
  if (answer.status >= 400 || target.includes("signin") || target.includes("/confirm")) {
    if (before === undefined) world.passwords.delete(actor);
    else world.passwords.set(actor, before);
    return `refused: ${target || answer.status}`;
  }
  world.book.passwordChanged(name);
  return follow(world, answer, { browser: name, way });
}

export async function askForAddress(world: World, name: BrowserName, email: string): Promise<Outcome> {
  const sitting = inside(world, name);
  if (sitting === undefined) return undefined;
  const form = { email, current: knownPassword(world, actorOf(name)) };
  const outcome = await mailed(world, "/password/confirm-address", email, () =>
    world.browser(name).post("/password/address", form),
  );
  if (outcome === "mailed") world.moving.set(email, sitting.user);
  return outcome;
}

export async function confirmAddress(world: World, name: BrowserName, email: string): Promise<Outcome> {
  const mail = world.newestMail("/password/confirm-address", email);
  if (mail === undefined) return undefined;
  const actor = actorOf(name);
  const form = { token: tokenOf(mail), current: knownPassword(world, actor) };
  const answer = await world.browser(name).post("/password/confirm-address", form);
  if (answer.status !== 200) return `refused: ${targetOf(answer) || answer.status}`;
  mail.isUsed = true;
  world.book.addressChanged(name, world.moving.get(email) ?? "", email);
  return "confirmed";
}

const ceremonyOf = async (browser: Browser, query: string): Promise<Ceremony | undefined> => {
  const answer = await browser.send(`/auth/webauthn-options/passkey?${query}`);
  return answer.status === 200 ? ((await answer.json()) as Ceremony) : undefined;
};

export async function addPasskey(world: World, name: BrowserName, email?: string): Promise<Outcome> {
  if (email === undefined && inside(world, name) === undefined) return undefined;
  const browser = world.browser(name);
  const actor = actorOf(name);
  const query = new URLSearchParams({ action: "register", ...(email !== undefined && { email }) });
  const ceremony = await ceremonyOf(browser, String(query));
  if (ceremony === undefined) return "refused";
  const device = new SoftwareAuthenticator("http://localhost:3000");
  const answer = await browser.post("/callback/passkey", device.answer(ceremony));
  const way = `passkey ${world.passkeys.length + 1}:${actor}`;
  const outcome = await follow(world, answer, { browser: name, way });
  if (outcome.startsWith("in as")) world.passkeys.push({ way, holder: actor, device });
  return outcome;
}

export async function comeByPasskey(world: World, name: BrowserName): Promise<Outcome> {
  const actor = actorOf(name);
  const held = world.passkeys.filter(({ holder }) => holder === actor).at(-1);
  if (held === undefined) return undefined;
  const answer = await answerWith(world, name, held);
  return answer === undefined ? "refused" : follow(world, answer, { browser: name, way: held.way });
}

/** @returns nothing where the app asks for other passkeys than the one that is held */
async function answerWith(
  world: World,
  name: BrowserName,
  { device }: HeldPasskey,
): Promise<Answered | undefined> {
  const browser = world.browser(name);
  const ceremony = await ceremonyOf(browser, "action=authenticate");
  return isAsked(device, ceremony) ? browser.post("/callback/passkey", device.answer(ceremony)) : undefined;
}

function isAsked(device: SoftwareAuthenticator, ceremony: Ceremony | undefined): ceremony is Ceremony {
  const asked = ceremony?.options.allowCredentials?.map(({ id }) => id);
  const held = device.keys.map(({ id }) => id.toString("base64url"));
  return ceremony !== undefined && (asked === undefined || held.some((id) => asked.includes(id)));
}

interface Overview {
  readonly accounts: readonly { readonly provider: string; readonly providerAccountId: string }[];
  readonly passkeys: readonly { readonly id: string }[];
  /** Who acts for the user. */
  readonly impersonations?: readonly { readonly id: string; readonly by: string }[];
}

export async function overview(browser: Browser): Promise<Overview | undefined> {
  const answer = await browser.send("/auth/account", { headers: { accept: "application/json" } });
  return answer.status === 200 ? ((await answer.json()) as Overview) : undefined;
}

export async function removePasskeys(world: World, name: BrowserName): Promise<Outcome> {
  const sitting = inside(world, name);
  const shown = sitting && (await overview(world.browser(name)));
  if (!shown?.passkeys.length) return undefined;
  const before = shown.passkeys.length;
  for (const { id } of shown.passkeys) await world.browser(name).post("/account/passkey-remove", { id });
  const left = (await overview(world.browser(name)))?.passkeys.length ?? 0;
  if (left === before) return "refused";
  world.book.endAll(sitting!.user, name, "a passkey was removed");
  if (left === 0)
    for (const { way } of world.passkeys)
      if (world.book.ways.get(way)?.user === sitting?.user)
        world.book.removed(name, way, "the passkey was removed");
  return `${before - left} removed`;
}

export async function unlink(world: World, name: BrowserName, provider: ProviderId): Promise<Outcome> {
  const sitting = inside(world, name);
  const shown = sitting && (await overview(world.browser(name)));
  const found = shown?.accounts.find((each) => each.provider === provider);
  if (found === undefined) return undefined;
  const { providerAccountId } = found;
  await world.browser(name).post("/account/unlink", { provider, providerAccountId });
  const left = await overview(world.browser(name));
  if (left?.accounts.some((each) => each.provider === provider)) return "refused";
  world.book.removed(name, `${provider}:${providerAccountId.replace(`${provider}-`, "")}`, "it was unlinked");
  return "unlinked";
}

const hidden = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";

/** A database session does not say how old its sign-in is: its user signs in once more, and sets up on the way. */
export async function setUpFactor(world: World, name: BrowserName): Promise<Outcome> {
  if (inside(world, name) === undefined) return undefined;
  if (world.house.plugins === "none" || world.house.factor === false) return undefined;
  const [target, key] = await setUpAt(world, name, "/two-factor/set-up");
  if (key) haveSetUp(world, name, key);
  if (target !== "refused") return key ? "set up" : `refused: ${target}`;
  const browser = world.browser(name);
  if (targetOf(await browser.post("/two-factor/set-up/again")) === "") return "refused";
  return comeAgain(world, name);
}

/** By the first way of the actor's that the book knows for this account; the factor is set up on the way. */
async function comeAgain(world: World, name: BrowserName): Promise<Outcome> {
  const { user } = inside(world, name)!;
  const actor = actorOf(name);
  for (const provider of providers)
    if (world.book.ways.get(`${provider}:${actor}`)?.user === user)
      return comeBy(world, provider, name, { setsUp: true });
  const address = world.book.accounts.get(user)?.address ?? "";
  if (readerOf(address) !== actor) return "refused";
  const asked = await askForMail(world, name, address);
  return asked === "mailed" ? openSignInLink(world, name, address, { setsUp: true }) : asked;
}

/** @returns where the browser is sent, and the key where it was set up */
export async function setUpAt(
  world: World,
  name: BrowserName,
  path: string,
): Promise<[target: string, key?: TotpKey]> {
  const browser = world.browser(name);
  const page = await (await browser.send(`/auth${path}?callbackUrl=/after`)).text();
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");
  if (secret === "") return ["refused"];
  const key: TotpKey = { holder: actorOf(name), user: "", secret, recovery: [], lastStep: 0 };
  const answered = await browser.post(path, { setUp: hidden(page, "setUp"), code: nextCode(key) });
  const codes = await answered.text();
  key.recovery.push(...[...codes.matchAll(/<li><code>([^<]+)/g)].map(([, code]) => code!));
  const saved = await browser.post(`${path}/save`, { enrolment: hidden(codes, "enrolment") });
  const target = targetOf(saved);
  return target === "/after" ? [target, key] : [target || String(saved.status)];
}

function haveSetUp(world: World, name: BrowserName, key: TotpKey): void {
  const user = inside(world, name)?.user ?? "";
  world.totp.push({ ...key, user });
  world.book.factorChanged(actorOf(name), name, "on");
}

export async function showFactor(world: World, name: BrowserName): Promise<Outcome> {
  const sitting = inside(world, name);
  const key = world.totp
    .filter(({ holder, user }) => holder === actorOf(name) && user === sitting?.user)
    .at(-1);
  if (key === undefined) return undefined;
  const answer = await world.browser(name).post("/two-factor/confirm", { code: nextCode(key) });
  if (targetOf(answer) !== "/after") return `refused: ${targetOf(answer) || answer.status}`;
  world.book.factorShown(name);
  return "shown";
}

export async function showPasskey(world: World, name: BrowserName): Promise<Outcome> {
  const held = world.passkeys.filter(({ holder }) => holder === actorOf(name)).at(-1);
  if (held === undefined || inside(world, name) === undefined) return undefined;
  const browser = world.browser(name);
  const options = await browser.send("/auth/two-factor/confirm/passkey");
  if (options.status !== 200) return `refused: ${options.status}`;
  const ceremony = { action: "authenticate", ...((await options.json()) as object) } as Ceremony;
  if (!isAsked(held.device, ceremony)) return "refused";
  const { data } = held.device.answer(ceremony);
  const answer = await browser.post("/two-factor/confirm", { data });
  if (targetOf(answer) !== "/after") return `refused: ${targetOf(answer) || answer.status}`;
  world.book.factorShown(name);
  return "shown";
}

export async function switchOffFactor(world: World, name: BrowserName): Promise<Outcome> {
  const sitting = inside(world, name);
  if (sitting === undefined || world.book.accounts.get(sitting.user)?.factor === undefined) return undefined;
  const browser = world.browser(name);
  const answer = await browser.post("/two-factor/off");
  const page = await (await browser.send("/auth/two-factor/manage")).text();
  if (page.includes("/two-factor/off")) return `refused: ${targetOf(answer) || answer.status}`;
  if (!/\/two-factor[/-]set-up/.test(page)) return `refused: ${targetOf(answer) || answer.status}`;
  world.book.factorChanged(actorOf(name), name, "off");
  return "switched off";
}

export async function signOut(world: World, name: BrowserName): Promise<Outcome> {
  if (!world.browser(name).hasSessionCookie) return undefined;
  await world.browser(name).post("/signout");
  world.book.end(name, "its user signed out");
  return "signed out";
}

export async function endSessions(world: World, name: BrowserName, end: "others" | "all"): Promise<Outcome> {
  const sitting = inside(world, name);
  const browser = world.browser(name);
  if (sitting === undefined || (await browser.session()) === undefined) return undefined;
  const answer = await browser.post("/account/sessions", { end });
  // Whoever ended their own session is led to sign-in, without an error.
  const target = targetOf(answer);
  if (answer.status >= 400 || target.includes("error=")) return `refused: ${target || answer.status}`;
  world.book.endAll(sitting.user, end === "all" ? undefined : name, `${end} sessions were ended`);
  return `${end} ended`;
}

export async function deleteAccount(world: World, name: BrowserName): Promise<Outcome> {
  const browser = world.browser(name);
  if (inside(world, name) === undefined || (await browser.session()) === undefined) return undefined;
  const answer = await browser.post("/account/delete", { confirm: "delete" });
  if ((await browser.session()) !== undefined) return `refused: ${targetOf(answer) || answer.status}`;
  const user = world.book.sitting(name)!.user;
  world.book.deleted(name);
  world.teams.forgot(user);
  return "deleted";
}

export async function copySession(world: World, from: BrowserName, to: BrowserName): Promise<Outcome> {
  if (inside(world, from) === undefined) return undefined;
  world.browser(to).copySession(world.browser(from));
  world.book.copied(from, to);
  return "copied";
}

/** The cookie goes to a part of the app that has no store: it cannot ask whether the session is over. */
export async function readWithoutStore(world: World, name: BrowserName): Promise<Outcome> {
  const browser = world.browser(name);
  const before = await tokenIn(world, browser);
  // Tokens of before this package are in nobody's count.
  if (before?.["session_epoch"] === undefined) return undefined;
  // Ends are in seconds.
  clock.now += seconds;
  const user = await browser.visit(world.reader, () => browser.session());
  const after = await tokenIn(world, browser);
  world.book.read(name, { before: before.exp ?? 0, after: after?.exp ?? 0 });
  return user === undefined ? "nobody is in" : "somebody is in";
}

/** What the cookie of a browser holds, opened without the app; null: nothing that opens. */
export const tokenIn = async (world: World, browser: Browser) =>
  getToken({
    req: { headers: { cookie: browser.cookieHeader } },
    secret: world.secrets,
    salt: sessionCookie,
    cookieName: sessionCookie,
  }).catch(() => null);

/** A session token as it was made before this package: it says nothing of its age. */
export async function comeWithOldToken(world: World, name: BrowserName): Promise<Outcome> {
  const sitting = inside(world, name);
  const user = sitting && (await world.browser(name).session());
  if (sitting === undefined || user === undefined || world.house.strategy !== "jwt") return undefined;
  const token = { sub: user.id, email: user.email, jti: "of-before", emailVerified: true };
  const value = await encode({ token, secret: world.secrets[0]!, salt: sessionCookie });
  world.browser(name).cookies.set(sessionCookie, value);
  const { isLured = false } = sitting;
  world.book.sit(name, { user: user.id, provenAt: 0, isLured });
  return "a token of before";
}

export async function forgeAge(world: World, name: BrowserName): Promise<Outcome> {
  if (inside(world, name) === undefined || world.house.strategy !== "jwt") return undefined;
  const browser = world.browser(name);
  const now = Math.floor(clock.now / 1000);
  const data = {
    auth_time: now,
    session_epoch: 1e9,
    rid: "forged",
    iat: now,
    "authwright.factor": { at: now },
    "authwright.first_seen": now,
  };
  if (!browser.cookies.has("authjs.csrf-token")) await browser.send("/auth/csrf");
  const [csrfToken = ""] = decodeURIComponent(browser.cookies.get("authjs.csrf-token") ?? "").split("|");
  await browser.send("/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, data }),
  });
  return "sent";
}

/** The next sign-in by a provider ends with its process. */
export async function comeAndDie(
  world: World,
  provider: ProviderId,
  name: BrowserName,
  writes: number,
): Promise<Outcome> {
  // A note that no store can read outlives one process that dies while it asks, not two: docs/security/invariants.md.
  const isProven = [...world.book.accounts.values()].some(({ prover }) => prover !== undefined);
  if (world.house.reads === false && isProven) {
    if (world.diedAt.has(provider)) return undefined;
    world.diedAt.add(provider);
  }
  world.process.dieAfter(writes);
  try {
    return await comeBy(world, provider, name);
  } catch (error) {
    if (!world.process.isDead) throw error;
    world.book.mayHaveAdded(name, `${provider}:${actorOf(name)}`);
    return "the process died";
  } finally {
    world.restart();
  }
}

const stepSeconds = 30;

/** TOTP (RFC 6238): each code counts once, so whoever needs another waits for it. */
function nextCode(key: TotpKey): string {
  const step = () => Math.floor(clock.now / 1000 / stepSeconds);
  // The app accepts the code of the next step, too.
  while (key.lastStep > step()) clock.now += stepSeconds * 1000;
  key.lastStep = key.lastStep === step() ? step() + 1 : step();
  return codeAt(key.secret, key.lastStep);
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const number = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  let bits = "";
  for (const letter of text)
    bits += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
