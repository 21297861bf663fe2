/** Carries out moves, and looks at what the app shows afterwards. */
import { type BrowserName, browserNames, type House, World } from "./world.js";
import type { Browser } from "./browser.js";
import type { Seen } from "./app.js";
import type { Known } from "./process.js";
import { actorOf, addresses, BrokenPromise, isBanned } from "./book.js";
import { clock, days } from "./clock.js";
import * as doings from "./doings.js";
import { moveNamed } from "./moves.js";
import { actsListed, isOfficeOpen } from "./admin-doings.js";
import { listedTeams, seenTeams } from "./team-doings.js";

let count = 0;
/** Moves of this process so far. */
export const moves = () => count;

export async function carryOut(world: World, name: string): Promise<doings.Outcome> {
  const run = moveNamed.get(name);
  if (run === undefined) throw new Error(`No move is called "${name}"`);
  count += 1;
  return run(world);
}

/**
 * @param seed of the dice; walks with other dice get other ids
 * @param known requests are answered as before, where nothing tells them apart
 */
export async function walk(
  house: House,
  names: readonly string[],
  seed: string,
  known?: Known,
): Promise<World> {
  const world = new World(house, seed, { known });
  for (const name of names) await carryOut(world, name);
  return world;
}

/** What the app shows in each browser, beside what the book says. @throws BrokenPromise */
export async function look(world: World): Promise<void> {
  for (const name of browserNames) {
    const browser = world.browser(name);
    if (!browser.hasSessionCookie) continue;
    // As code of the app does that has the secret alone.
    const token = world.house.strategy === "jwt" ? await doings.tokenIn(world, browser) : null;
    if (typeof (token?.["auth_time"] ?? token?.["authwright.first_seen"]) === "number")
      world.book.opened(name);
    const user = await browser.session();
    const { isFresh, isVaultOpen, tokens } = user === undefined ? nothing : await seenBy(browser);
    const isActing = world.book.sittings.get(name)?.actedBy !== undefined;
    const seen = { browser: name, user, isFresh, isVaultOpen };
    if (isActing) world.admins.compare({ ...seen, tokens: Object.values(tokens) });
    else world.book.compare({ ...seen, actor: actorOf(name) });
    if (user !== undefined && world.house.office) await lookAtOffice(world, name, isActing);
    if (isActing) continue;
    if (user !== undefined && world.house.teams) await lookAtTeams(world, name, user.id);
    for (const given of Object.values(tokens))
      if (given !== "") world.book.given(name, given.replace(".", ":"));
  }
}

const nothing: Seen = { isFresh: false, isVaultOpen: false, tokens: {} };

const seenBy = async (browser: Browser): Promise<Seen> =>
  (await (await browser.send("/seen", { headers: { accept: "application/json" } })).json()) as Seen;

async function lookAtTeams(world: World, name: BrowserName, user: string): Promise<void> {
  world.teams.compare(name, user, await seenTeams(world, name));
  world.teams.compareList(name, user, await listedTeams(world, name));
}

async function lookAtOffice(world: World, name: BrowserName, isActing: boolean): Promise<void> {
  if (await isOfficeOpen(world, name)) world.admins.assertReads(name, "is shown users");
  const { user } = world.book.sittings.get(name) ?? {};
  const hasPage = world.house.account !== false && !isActing;
  if (user !== undefined && hasPage) world.admins.compareListed(name, user, await actsListed(world, name));
}

/**
 * Can the owner still come in, a day later, by what proves the address, and a recovery code? The world is of no use
 * afterwards.
 */
export async function rescue(world: World): Promise<void> {
  const isTheirs = [...world.book.accounts.values()].some(
    // A second factor that was set up in a copied session, as long as that session could, is not spoken of.
    ({ address, isDeleted, factor, prover, bannedUntil }) =>
      address === addresses.owner &&
      !isDeleted &&
      !(prover === "owner" && factor === "stranger") &&
      !isBanned({ bannedUntil }, clock.now + days),
  );
  if (!isTheirs) return;
  clock.now += days;
  for (const mail of world.mails) mail.isUsed = true;
  const outcome = await doings.comeByMail(world, "owner rescue", addresses.owner, { recovers: true });
  if (!outcome?.startsWith("in as"))
    throw new BrokenPromise(6, `the owner proves the address, and does not come in: ${outcome}`);
}
