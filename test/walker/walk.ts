/** Carries out moves, and looks at what the app shows afterwards. */
import type { Answers } from "./answers.js";
import { type BrowserName, browserNames, type House, providers, World } from "./world.js";
import { actorOf, addresses, BrokenPromise } from "./book.js";
import { clock, days } from "./clock.js";
import * as doings from "./doings.js";
import { moveNamed } from "./moves.js";
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
 * @param answers requests are answered as before, where nothing tells them apart
 */
export async function walk(
  house: House,
  names: readonly string[],
  seed: string,
  answers?: Answers,
): Promise<World> {
  const world = new World(house, seed, { answers });
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
    const isOpen = async (path: string) =>
      user !== undefined &&
      (await browser.send(path, { headers: { accept: "application/json" } })).status === 200;
    const isFresh = world.house.strategy === "jwt" && (await isOpen("/fresh"));
    const isVaultOpen = world.house.plugins === "all" && (await isOpen("/vault"));
    world.book.compare({ browser: name, actor: actorOf(name), user, isFresh, isVaultOpen });
    if (user !== undefined && world.house.teams) await lookAtTeams(world, name, user.id);
    if (user !== undefined && world.house.plugins === "all")
      for (const provider of providers) {
        const given = await (await browser.send(`/token/${provider}`)).text();
        if (given !== "") world.book.given(name, given.replace(".", ":"));
      }
  }
}

async function lookAtTeams(world: World, name: BrowserName, user: string): Promise<void> {
  world.teams.compare(name, user, await seenTeams(world, name));
  world.teams.compareList(name, user, await listedTeams(world, name));
}

/**
 * Can the owner still come in, a day later, by what proves the address, and a recovery code? The world is of no use
 * afterwards.
 */
export async function rescue(world: World): Promise<void> {
  const isTheirs = [...world.book.accounts.values()].some(
    // A second factor that was set up in a copied session, as long as that session could, is not spoken of.
    ({ address, isDeleted, factor, prover }) =>
      address === addresses.owner && !isDeleted && !(prover === "owner" && factor === "stranger"),
  );
  if (!isTheirs) return;
  clock.now += days;
  for (const mail of world.mails) mail.isUsed = true;
  const outcome = await doings.comeByMail(world, "owner rescue", addresses.owner, { recovers: true });
  if (!outcome?.startsWith("in as"))
    throw new BrokenPromise(6, `the owner proves the address, and does not come in: ${outcome}`);
}
