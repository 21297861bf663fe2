/** What people do with teams, each as a browser does it, and what the book of teams has to know of it. */
import { actorOf, addresses, BrokenPromise, readerOf } from "./book.js";
import { type Browser, targetOf } from "./browser.js";
import { wayOfMail, type Outcome } from "./doings.js";
import { Died, forgetMemory, type Process } from "./process.js";
import type { Answered } from "./reply.js";
import type { Role, SeenTeam } from "./teams.js";
import { takeStrictTurns } from "./turns.js";
import type { BrowserName, World } from "./world.js";

/** What a team is called at first, and when it is renamed. */
export const slugs = ["acme", "umbra"] as const;

/** The team that is there; the browsers of a walk know one at most. */
const present = (world: World): string | undefined => world.teams.teams[0]?.slug;

const inside = (world: World, name: BrowserName) => world.book.sitting(name);

/** The user of an address, as the book has it. */
const userOf = (world: World, address: string): string | undefined =>
  [...world.book.accounts].find(([, each]) => each.address === address && !each.isDeleted)?.[0];

/** "carried out": the app leads on to the page of a team, or to the list of them. */
const outcomeOf = (answer: Answered): Outcome => {
  const target = targetOf(answer);
  const isDone = answer.status === 302 && /^\/auth\/organizations(\/[a-z]+)?$/.test(target);
  return isDone ? "carried out" : `refused: ${target || answer.status}`;
};

const isDone = (outcome: Outcome): boolean => outcome === "carried out";

/** A form of the team's page, by whoever sits in a browser. */
async function press(
  world: World,
  name: BrowserName,
  form: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const slug = present(world);
  if (slug === undefined || inside(world, name) === undefined) return undefined;
  return outcomeOf(await world.browser(name).post(`/organizations/${slug}/${form}`, fields));
}

export async function make(world: World, name: BrowserName, slug: string): Promise<Outcome> {
  if (inside(world, name) === undefined) return undefined;
  const outcome = outcomeOf(await world.browser(name).post("/organizations/new", { name: slug, slug }));
  if (isDone(outcome)) world.teams.made(name, slug);
  return outcome;
}

export async function rename(world: World, name: BrowserName): Promise<Outcome> {
  const from = present(world);
  const to = slugs.find((slug) => slug !== from)!;
  const outcome = await press(world, name, "rename", { name: to, slug: to });
  if (isDone(outcome)) world.teams.renamed(name, from!, to);
  return outcome;
}

export async function endTeam(world: World, name: BrowserName): Promise<Outcome> {
  const slug = present(world);
  const outcome = await press(world, name, "delete", { confirm: slug ?? "" });
  if (isDone(outcome)) world.teams.deleted(name, slug!);
  return outcome;
}

export async function leave(world: World, name: BrowserName): Promise<Outcome> {
  const slug = present(world);
  const outcome = await press(world, name, "leave");
  if (isDone(outcome)) world.teams.left(name, slug!);
  return outcome;
}

/** @param role undefined: the member is removed */
export async function change(
  world: World,
  name: BrowserName,
  address: string,
  role: Role | undefined,
): Promise<Outcome> {
  const slug = present(world);
  const user = userOf(world, address);
  if (user === undefined) return undefined;
  const outcome =
    role === undefined
      ? await press(world, name, "remove", { user })
      : await press(world, name, "role", { user, role });
  if (isDone(outcome)) world.teams.changed(name, slug!, user, role);
  return outcome;
}

export async function handOver(world: World, name: BrowserName, address: string): Promise<Outcome> {
  const slug = present(world);
  const user = userOf(world, address);
  if (user === undefined) return undefined;
  const outcome = await press(world, name, "hand-over", { user });
  if (isDone(outcome)) world.teams.handedOver(name, slug!, user);
  return outcome;
}

/** Nobody invites again and again while the mails are unread. */
const unreadAtMost = 2;

const invitationsTo = (world: World, address: string) =>
  world.mails.filter((mail) => mail.path === "/invitation" && mail.to === address && !mail.isUsed);

const tokenIn = (url: string): string => new URL(url).searchParams.get("token") ?? "";

export async function invite(
  world: World,
  name: BrowserName,
  address: string,
  role: Role = "member",
): Promise<Outcome> {
  const slug = present(world);
  const before = invitationsTo(world, address).length;
  if (before >= unreadAtMost) return undefined;
  const outcome = await press(world, name, "invite", { addresses: address, role });
  noteInvitation(world, name, { slug: slug!, address, role, before });
  return outcome;
}

function noteInvitation(
  world: World,
  name: BrowserName,
  { slug, address, role, before }: { slug: string; address: string; role: Role; before: number },
): void {
  const mails = invitationsTo(world, address);
  if (mails.length > before)
    world.teams.invited(name, slug, { token: tokenIn(mails.at(-1)!.url), address, role });
}

/** Of an open invitation to an address, as the page of the team has it. */
async function invitationId(world: World, name: BrowserName, address: string): Promise<string | undefined> {
  const shown = await read(world.browser(name), `/auth/organizations/${present(world)}`);
  const { invitations = [] } = (shown ?? {}) as {
    invitations?: readonly { readonly id: string; readonly address: string }[];
  };
  return invitations.find((each) => each.address === address)?.id;
}

export async function withdraw(world: World, name: BrowserName, address: string): Promise<Outcome> {
  const slug = present(world);
  if (slug === undefined || inside(world, name) === undefined) return undefined;
  const id = await invitationId(world, name, address);
  if (id === undefined) return undefined;
  const outcome = await press(world, name, "withdraw", { id });
  if (isDone(outcome)) world.teams.withdrawn(name, slug, address);
  return outcome;
}

export async function resend(world: World, name: BrowserName, address: string): Promise<Outcome> {
  const slug = present(world);
  if (slug === undefined || inside(world, name) === undefined) return undefined;
  const before = invitationsTo(world, address).length;
  const id = await invitationId(world, name, address);
  if (id === undefined || before >= unreadAtMost) return undefined;
  const outcome = await press(world, name, "resend", { id });
  const role = world.teams.invitations.filter((one) => one.address === address).at(-1)?.role ?? "member";
  noteInvitation(world, name, { slug, address, role, before });
  return outcome;
}

/** A link for whoever is signed in; everybody in the walk gets to know it. */
export async function makeLink(world: World, name: BrowserName): Promise<Outcome> {
  const slug = present(world);
  if (slug === undefined || inside(world, name) === undefined || world.link !== undefined) return undefined;
  const answer = await world.browser(name).post(`/organizations/${slug}/link`, { role: "member", uses: "1" });
  const token = /invitation\?token=([\w-]+)/.exec(await answer.text())?.[1];
  if (token === undefined) return `refused: ${targetOf(answer) || answer.status}`;
  world.link = token;
  world.teams.invited(name, slug, { token, address: undefined, role: "member" });
  return "carried out";
}

export async function joinByLink(world: World, name: BrowserName): Promise<Outcome> {
  if (world.link === undefined || inside(world, name) === undefined) return undefined;
  return join(world, name, world.link);
}

/** Whoever reads an address presses on the page of an invitation to it. @param which of those that are unread, or the first of all */
export async function joinByMail(
  world: World,
  name: BrowserName,
  address: string,
  which: "newest" | "first" = "newest",
): Promise<Outcome> {
  const mail =
    which === "newest"
      ? invitationsTo(world, address).at(-1)
      : world.mails.find(({ path, to }) => path === "/invitation" && to === address);
  if (mail === undefined) return undefined;
  // What was forwarded proves, for a day, that the mails of the address are read.
  const isForwarded = actorOf(name) !== readerOf(address);
  if (isForwarded && inside(world, name) === undefined) return undefined;
  const outcome = await join(world, name, tokenIn(mail.url), address);
  if (isDone(outcome)) mail.isUsed = true;
  return outcome;
}

async function join(world: World, name: BrowserName, token: string, address?: string): Promise<Outcome> {
  const browser = world.browser(name);
  const wasIn = await browser.session();
  const page = await browser.send(`/auth/invitation?token=${token}`);
  if (page.status !== 200) return `refused: ${page.status}`;
  const outcome = outcomeOf(await browser.post("/invitation", { token }));
  if (!isDone(outcome)) return outcome;
  const user = await browser.session();
  if (user === undefined) throw new BrokenPromise(9, `${name} has joined, and nobody is in`);
  // An address that nobody has: the press makes the user.
  if (wasIn === undefined && address !== undefined)
    world.book.enter({ actor: actorOf(name), browser: name, way: wayOfMail(address), user, proves: address });
  world.teams.joined(name, token);
  return outcome;
}

/** Everything that the page of a team can be asked for, by somebody who may be no member. */
export async function tryEverything(world: World, name: BrowserName): Promise<Outcome> {
  const slug = present(world);
  const sitting = inside(world, name);
  if (slug === undefined || sitting === undefined) return undefined;
  if (world.teams.named(slug)?.members.has(sitting.user)) return undefined;
  const user = userOf(world, addresses.owner) ?? "";
  const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    rename: { name: "Mine", slug: "mine" },
    role: { user: sitting.user, role: "owner" },
    remove: { user },
    "hand-over": { user: sitting.user },
    invite: { addresses: addresses.stranger, role: "member" },
    link: { role: "member", uses: "1" },
    leave: {},
    delete: { confirm: slug },
  };
  const answers: string[] = [];
  for (const [form, fields] of Object.entries(forms)) {
    const answer = await world.browser(name).post(`/organizations/${slug}/${form}`, fields);
    if (answer.status !== 404) answers.push(`${form}: ${targetOf(answer) || answer.status}`);
  }
  if (answers.some((each) => !each.includes("signin")))
    throw new BrokenPromise(9, `${name} is no member, and is answered ${answers.join(", ")}`);
  return "refused";
}

/** The next change ends with its process, behind so many writes. */
async function dieAt(
  world: World,
  writes: number,
  changes: ReadonlyMap<string, Role | undefined>,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const slug = present(world);
  if (slug === undefined) return undefined;
  world.process.dieAfter(writes);
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Died) && !world.process.isDead) throw error;
    world.teams.mayHave(slug, changes);
    return "the process died";
  } finally {
    world.restart();
  }
}

/** Whoever hands over gets what the other one was. */
export function handOverAndDie(world: World, name: BrowserName, address: string, writes: number) {
  const [from, to] = [inside(world, name)?.user, userOf(world, address)];
  const team = world.teams.teams[0];
  const role = to === undefined ? undefined : team?.members.get(to);
  if (from === undefined || to === undefined || role === undefined) return Promise.resolve(undefined);
  const changes = new Map<string, Role | undefined>([
    [from, role],
    [to, "owner"],
  ]);
  return dieAt(world, writes, changes, () => handOver(world, name, address));
}

export function leaveAndDie(world: World, name: BrowserName, writes: number): Promise<Outcome> {
  const user = inside(world, name)?.user;
  if (user === undefined || !world.teams.teams[0]?.members.has(user)) return Promise.resolve(undefined);
  return dieAt(world, writes, new Map([[user, undefined]]), () => leave(world, name));
}

/** An invitation may be used up by the process that died: its reader is sent another one. */
export function joinAndDie(
  world: World,
  name: BrowserName,
  address: string,
  writes: number,
): Promise<Outcome> {
  const user = inside(world, name)?.user;
  if (user === undefined) return Promise.resolve(undefined);
  const changes = new Map<string, Role | undefined>([[user, "member"]]);
  return dieAt(world, writes, changes, () => joinByMail(world, name, address));
}

/** What two do at the same time, in two processes, each in its turn by the digits of an order. */
async function atOnce(
  world: World,
  order: string,
  deeds: readonly [
    name: BrowserName,
    form: string,
    fields: (world: World) => Readonly<Record<string, string>>,
  ][],
): Promise<readonly Outcome[] | undefined> {
  const slug = present(world);
  if (slug === undefined || deeds.some(([name]) => inside(world, name) === undefined)) return undefined;
  const { watches, ended } = takeStrictTurns(order, isOfTeams);
  const processes: readonly Process[] = world.twoAtOnce(watches);
  const answers = await Promise.all(
    deeds.map(async ([name, form, fields], at) => {
      const browser = world.browser(name);
      const path = `/organizations/${slug}/${form}`;
      const answer = await browser.visit(processes[at]!, () => browser.post(path, fields(world)));
      ended(at);
      return answer;
    }),
  );
  forgetMemory();
  return answers.map(outcomeOf);
}

const isOfTeams = (call: string): boolean => /^(find|list|insert|update|consume|remove)$/.test(call);

/** Both leave; whoever is last may not. */
export async function bothLeave(world: World, order: string): Promise<Outcome> {
  const slug = present(world);
  const names = ["owner 1", "colleague 1"] as const;
  const none = () => ({});
  const outcomes = await atOnce(world, order, [
    [names[0], "leave", none],
    [names[1], "leave", none],
  ]);
  if (outcomes === undefined) return undefined;
  names.forEach((name, at) => {
    if (isDone(outcomes[at])) world.teams.left(name, slug!);
  });
  return outcomes.join(", ");
}

/** Each removes the other one. Who was removed may be the faster one: then both are done, or one is. */
export async function bothRemove(world: World, order: string): Promise<Outcome> {
  const slug = present(world);
  const pairs = [
    ["owner 1", addresses.colleague],
    ["colleague 1", addresses.owner],
  ] as const;
  const outcomes = await atOnce(
    world,
    order,
    pairs.map(([name, address]) => [name, "remove", () => ({ user: userOf(world, address) ?? "" })]),
  );
  if (outcomes === undefined) return undefined;
  if (outcomes.every(isDone)) throw new BrokenPromise(10, "both owners have removed each other");
  pairs.forEach(([name, address], at) => {
    const user = userOf(world, address);
    if (isDone(outcomes[at]) && user !== undefined) world.teams.changed(name, slug!, user, undefined);
  });
  return outcomes.join(", ");
}

async function read(browser: Browser, path: string): Promise<unknown> {
  const answer = await browser.send(path, { headers: { accept: "application/json" } });
  return answer.status === 200 ? answer.json() : undefined;
}

interface Page {
  readonly members: readonly { readonly user: { readonly id: string }; readonly role: Role }[];
}

interface Guarded {
  readonly role: Role;
  readonly isOfficeOpen: boolean;
}

/** What the app shows of both names to whoever sits in a browser. */
export async function seenTeams(world: World, name: BrowserName): Promise<ReadonlyMap<string, SeenTeam>> {
  const browser = world.browser(name);
  const seen = new Map<string, SeenTeam>();
  for (const slug of slugs) {
    const guarded = (await read(browser, `/teams/${slug}`)) as Guarded | undefined;
    const page =
      slug === present(world) && ((await read(browser, `/auth/organizations/${slug}`)) as Page | undefined);
    const members = page ? new Map(page.members.map(({ user, role }) => [user.id, role])) : undefined;
    const isLedOn = slug !== present(world) && (await leadsOn(browser, slug));
    const { role, isOfficeOpen = false } = guarded ?? {};
    seen.set(slug, { guarded: role, isOfficeOpen, isLedOn, members });
  }
  return seen;
}

async function leadsOn(browser: Browser, slug: string): Promise<boolean> {
  const answer = await browser.send(`/teams/${slug}`, { headers: { accept: "text/html" } });
  return targetOf(answer).startsWith("/teams/");
}

/** The teams that the app lists for whoever sits in a browser. */
export async function listedTeams(world: World, name: BrowserName): Promise<readonly string[]> {
  const shown = (await read(world.browser(name), "/auth/organizations")) as
    | { readonly organizations: readonly { readonly slug: string }[] }
    | undefined;
  return (shown?.organizations ?? []).map(({ slug }) => slug);
}
