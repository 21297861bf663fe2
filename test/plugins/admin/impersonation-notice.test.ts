/** With `notify` a mail tells the user that somebody acts for them. */
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import Nodemailer from "../../../src/providers/nodemailer.js";
import { impersonationTable } from "../../../src/runtime/plugins/admin/tables.js";
import { admin, type AdminOptions } from "../../../src/runtime/plugins/admin/index.js";
import { MailServer } from "../../support/mail-server.js";
import type { Seen } from "../organizations/visitor.js";
import { adapterOf, closeStores, Office, places, type Person, type Store, type Strategy } from "./office.js";

let server: MailServer;
beforeAll(async () => void (server = await MailServer.start()));
afterAll(() => server.close());
afterAll(closeStores);

const subject = /sees it as you$/;

async function act(town: Office, root: Person, user: Person): Promise<Seen> {
  const at = town.visitor(root);
  const path = `/admin/users/${user.id}/impersonate`;
  return at.send(await at.open(path), path, { reason: "Ticket 4711", minutes: "5" });
}

async function office(options: Partial<AdminOptions>, store: Store = "memory", strategy: Strategy = "jwt") {
  const provider = Nodemailer({ server: server.url, from: "Shop <shop@example.com>" });
  const town = new Office({
    adapter: await adapterOf(store),
    strategy,
    more: { providers: [provider], plugins: [admin(options)], theme: { name: "Shop" } },
  });
  server.mails.length = 0;
  return { town, root: await town.administrator(), ada: await town.person("ada") };
}

describe.each(places)("%s, sessions of strategy %s", (store, strategy) => {
  it("ADM-112: one mail for each time, with the name and no secret, leads its user to the end of it and nobody else", async () => {
    const { town, root, ada } = await office({ notify: true }, store, strategy);
    const done = await act(town, root, ada);
    expect(done.status).toBe(302);
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect([mail?.recipients, mail?.subject]).toEqual([["ada@example.com"], expect.stringMatching(subject)]);
    const [row] = await town.records(impersonationTable).list({ userId: ada.id }, { limit: 2 });
    const link = `/auth/impersonation/${String(row?.["id"])}`;
    for (const written of [mail?.text, mail?.html]) {
      expect(written).toContain("root sees Shop as you do, for 5 minutes at most");
      expect(written).not.toContain("{");
      expect(written).toContain(link);
      expect(written).not.toContain(String(row?.["sessionHash"]));
      expect(written).not.toContain("Ticket 4711");
      for (const cookie of done.response.headers.getSetCookie())
        expect(written).not.toContain(cookie.split(/[=;]/)[1]);
    }
    const path = link.replace("/auth", "");
    for (const [who, status] of [
      [undefined, 302],
      [root, 404],
      [await town.person("bob"), 404],
    ] as const)
      expect((await town.visitor(who).open(path)).status).toBe(status);
    const own = town.visitor(ada);
    const page = await own.open(path);
    expect(page.text).toContain("root sees this app as you");
    expect((await own.send(page, path)).status).toBe(302);
    // Once more it is over, whoever reads the mail late.
    const late = await own.open(path);
    expect([late.status, late.forms]).toEqual([200, []]);
    expect(late.text).toContain("It has ended.");
    expect((await own.forge(page, path)).status).toBe(404);
    expect(server.mails).toHaveLength(1);
    await act(town, root, ada);
    expect(server.mails).toHaveLength(2);
  });
});

it("ADM-113: without the option there is no mail, and with it ten beginnings in ten minutes are the end of it", async () => {
  const quiet = await office({});
  expect((await act(quiet.town, quiet.root, quiet.ada)).status).toBe(302);
  expect(server.mails).toEqual([]);
  const { town, root, ada } = await office({ notify: true });
  const answers: number[] = [];
  for (let at = 0; at < 11; at += 1) answers.push((await act(town, root, ada)).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 302), 429]);
  expect(server.mails).toHaveLength(10);
  expect(await town.records(impersonationTable).list({ userId: ada.id }, { limit: 20 })).toHaveLength(10);
});

it("a mail that nobody takes keeps nobody from it, and the log has no address", async () => {
  const { town, root, ada } = await office({ notify: true });
  server.refuse = true;
  try {
    expect((await act(town, root, ada)).status).toBe(302);
  } finally {
    server.refuse = false;
  }
  expect(server.mails).toEqual([]);
  const [error] = town.errors;
  expect(String(error)).toContain("A mail of the plugin admin was not sent");
  expect(inspect(error, { depth: 9 })).not.toContain("ada@example.com");
});
