/** What happens by invitations, in a process that dies behind any of its writes, and one further request in another one. */
import { expect } from "vitest";
import { timedId } from "../../../src/runtime/security/timed-id.js";
import {
  changeTable,
  invitationTable,
  invitedTable,
  memberTable,
  organizationTable,
} from "../../../src/runtime/plugins/organizations/tables.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import { dyingBehind } from "./dying.js";
import { Program } from "./program.js";
import { codeOf, type Person, Town } from "./town.js";

const dan = "dan@example.com";
const day = 24 * 3_600_000;

/** What there is before it. */
interface Scene {
  readonly town: Town;
  readonly id: string;
  readonly slug: string;
  readonly ada: Person;
  readonly bob: Person;
}

interface Doing {
  /** Who does it, and where: once in the process that dies, once in the one that goes on. */
  run(town: Town, scene: Scene): Promise<unknown>;
  prepare?(scene: Scene): Promise<unknown>;
  /** Members at the end, at most. */
  readonly most: number;
}

const address = ({ slug }: Scene): string => `${slug}-${dan}`;

async function invite(scene: Scene): Promise<void> {
  const { town, ada, slug } = scene;
  await town.auth.invitations.send(ada.req, slug, { addresses: [address(scene)], role: "member" });
}

const press = async (town: Town, scene: Scene, path = "/invitation") => {
  const program = new Program(town);
  await program.post(path, { token: scene.town.token(address(scene)) });
  // Whoever got a session by the press is marked.
  const session = await codeOf(program.browser.session());
  const user = await scene.town.adapter.getUserByEmail!(address(scene));
  const hasSession = [...program.browser.cookies.keys()].some((name) => name.endsWith("session-token"));
  if (!hasSession || user === null) return session;
  return expect(await scene.town.records(invitedTable).find({ userId: user.id })).toBeDefined();
};

export const doings: Readonly<Record<string, Doing>> = {
  "a press that makes a user": { prepare: invite, run: press, most: 3 },
  "a press of who is signed in": {
    prepare: invite,
    async run(town, scene) {
      const person = await scene.town.person(`${scene.slug}-dan`);
      return town.accept(person, scene.town.token(address(scene)));
    },
    most: 3,
  },
  "a fresh link": {
    async prepare(scene) {
      await invite(scene);
      const [row] = await scene.town
        .records(invitationTable)
        .list({ organizationId: scene.id }, { limit: 1 });
      const createdAt = new Date(Date.now() - 2 * day);
      await scene.town.records(invitationTable).update({ token: String(row?.["token"]) }, {}, { createdAt });
    },
    run: async (town, scene) => press(town, scene, "/invitation/mail"),
    most: 2,
  },
  "an invitation": { run: async (town, scene) => invite({ ...scene, town }), most: 2 },
  "one who takes over": {
    async prepare({ town, id, ada }) {
      await town.records(memberTable).consume({ organizationId: id, userId: ada.id });
      const version = JSON.stringify({ id: timedId(), vacantSince: Date.now() - 31 * day });
      await town.records(changeTable).update({ organizationId: id }, {}, { version });
    },
    run: (town, { bob, slug }) => new Program(town, bob).post(`/organizations/${slug}/take-over`),
    most: 1,
  },
};

const mostWrites = 60;

/**
 * @param open makes an adapter with a connection of its own, over one database
 * @param every takes each so many of the writes
 * @returns behind how many writes it died
 */
export async function tryBehindEachWrite(
  { prepare, run, most }: Doing,
  open: () => Promise<Adapter>,
  every = 1,
): Promise<number> {
  const town = new Town({ adapter: await open() });
  const second = await open();
  const [ada, bob] = [await town.person("ada"), await town.person("bob")];
  let write = 0;
  for (let isDead = true; isDead && write < mostWrites; write += every) {
    const slug = `acme-${write}-${crypto.randomUUID().slice(0, 8)}`;
    const { id } = await town.acme(ada, slug);
    await town.join(id, "admin", bob);
    const scene = { town, id, slug, ada, bob };
    await prepare?.(scene);
    const { dying, state } = dyingBehind(second, write);
    await codeOf(run(town.beside(dying), scene));
    ({ isDead } = state);
    await codeOf(run(town, scene));
    for (const { req } of [bob, ada]) await codeOf(town.auth.organizations.get(req, slug));
    await judge(scene, most, write);
    await town.records(organizationTable).consume({ id });
    await town.records(memberTable).remove({ organizationId: id }, { batch: 10 });
  }
  expect(write).toBeLessThan(mostWrites);
  return write;
}

async function judge({ town, id }: Scene, most: number, write: number): Promise<void> {
  const rows = await town.records(memberTable).list({ organizationId: id }, { limit: 10 });
  const roles = rows.map(({ role }) => role).filter((role) => role !== "-");
  expect(roles.length, `members behind write ${write}`).toBeLessThanOrEqual(most);
  expect(roles, `behind write ${write}`).toContain("owner");
}
