/** What administrators do on the pages: forms that work without a script, and what becomes of forged ones. */
import { afterAll, describe, expect, it } from "vitest";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { admin } from "../../../src/runtime/plugins/admin/index.js";
import { banTable } from "../../../src/runtime/plugins/admin/tables.js";
import { factorRemovedMark } from "../../../src/runtime/plugins/admin/address.js";
import { organizations } from "../../../src/runtime/plugins/organizations/index.js";
import { memberTable } from "../../../src/runtime/plugins/organizations/tables.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { leaveLastingMark } from "../../../src/runtime/security/marks.js";
import type { Mail } from "../../../src/runtime/types/provider.js";
import { origin } from "../../support/browser.js";
import { adapterOf, closeStores, codeOf, Office, places } from "./office.js";

afterAll(closeStores);

const roles = { owner: ["*"], member: [] } as const;

/** With passwords, organisations, and one list of mails for all. */
async function house(adapter = MemoryAdapter(), more: Partial<ConstructorParameters<typeof Office>[0]> = {}) {
  const mails: Mail[] = [];
  const sendMail = (mail: Mail) => void mails.push(mail);
  const office = new Office({
    adapter,
    plugins: [password({ sendMail }), organizations({ roles, create: "everybody", sendMail })],
    options: { sendMail },
    ...more,
  });
  const root = await office.administrator();
  const ada = await office.person("ada");
  return { office, mails, root, ada, at: office.visitor(root), page: `/admin/users/${ada.id}` };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe.each(places)("%s, sessions of strategy %s", (store, strategy) => {
  it("ADM-39: bans, unbans, ends sessions and deletes by the forms of the page", async () => {
    const { office, ada, at, page } = await house((await adapterOf(store)) as never, { strategy });
    const banned = await at.send(await at.open(page), `${page}/ban`, { reason: "spam", until: "2999-01-31" });
    expect([banned.status, banned.location]).toEqual([302, page]);
    expect(await office.isSignedIn(ada)).toBe(false);
    const shown = await at.open(page);
    expect(shown.text).toContain("Banned until January 31, 2999: spam");
    expect((await at.read(page)).body["ban"]).toMatchObject({ reason: "spam" });
    await at.send(shown, `${page}/unban`);
    expect((await at.open(page)).text).not.toContain("Banned");
    const again = await office.person("ada");
    expect(await office.isSignedIn(again)).toBe(true);
    await at.send(await at.open(page), `${page}/sign-out`);
    expect(await office.isSignedIn(again)).toBe(false);
    const gone = await at.send(await at.open(page), `${page}/delete`, { confirm: "ada@example.com" });
    expect([gone.status, gone.location]).toEqual([302, "/admin/users"]);
    expect(await office.adapter.getUser!(ada.id)).toBeNull();
    expect((await at.open(page)).status).toBe(404);
  });
});

it("ADM-40: no form works without the CSRF token, nor by GET", async () => {
  const { office, at, ada, page } = await house();
  for (const path of ["ban", "unban", "sign-out", "help", "email", "delete"]) {
    const body = new URLSearchParams({ reason: "x", confirm: "ada@example.com", csrfToken: "0".repeat(64) });
    const sent = await at.browser.send(`/auth${page}/${path}`, { method: "POST", body });
    expect([path, sent.headers.get("location")]).toEqual([path, expect.stringContaining("MissingCSRF")]);
    expect((await at.open(`${page}/${path}`)).status).not.toBe(200);
  }
  expect(await office.isSignedIn(ada)).toBe(true);
  expect(await office.records(banTable).find({ userId: ada.id })).toBeUndefined();
});

it("ADM-41: forms that somebody else forges change nothing, with a CSRF token of their own", async () => {
  const { office, ada, page } = await house();
  const eve = office.visitor(await office.person("eve"));
  const { csrfToken } = (await (await eve.browser.send("/auth/csrf")).json()) as { csrfToken: string };
  for (const path of ["ban", "unban", "sign-out", "help", "email", "delete"]) {
    const body = new URLSearchParams({
      csrfToken,
      reason: "x",
      confirm: "ada@example.com",
      email: "e@e.example",
    });
    const headers = { accept: "text/html" };
    const sent = await eve.browser.send(`/auth${page}/${path}`, { method: "POST", body, headers });
    expect([path, sent.status]).toEqual([path, 404]);
  }
  expect(await office.isSignedIn(ada)).toBe(true);
});

it("ADM-42: the page of an administrator has no form, and forged ones are refused", async () => {
  const { office, at } = await house();
  const other = await office.administrator("other");
  const page = `/admin/users/${other.id}`;
  const shown = await at.open(page);
  expect([shown.forms, shown.text]).toEqual([[], expect.stringContaining("This is an administrator")]);
  const list = await at.open("/admin/users/new");
  for (const [path, fields] of [
    ["ban", { reason: "x" }],
    ["sign-out", {}],
    ["email", { email: "new@example.com" }],
    ["help", { plugin: "password", help: "sendReset", value: "" }],
    ["delete", { confirm: "other@example.com" }],
  ] as const)
    expect([path, (await at.forge(list, `${page}/${path}`, fields)).status]).toEqual([path, 409]);
  expect(await office.isSignedIn(other)).toBe(true);
});

it("ADM-43: a form that does not fit comes back with what was typed and why", async () => {
  const { at, page, office, ada } = await house();
  const refused = await at.send(await at.open(page), `${page}/ban`, { reason: "spam", until: "2000-01-01" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("does not fit")]);
  expect(refused.html).toContain('value="spam"');
  const typo = await at.send(await at.open(page), `${page}/delete`, { confirm: "ada" });
  expect(typo.status).toBe(400);
  expect(await office.adapter.getUser!(ada.id)).not.toBeNull();
});

it("ADM-44: an old sign-in leads to a new one, and nothing is changed", async () => {
  const { at, page, office, ada } = await house();
  const shown = await at.open(page);
  const late = Date.now() + 601_000;
  const now = Date.now;
  Date.now = () => late;
  try {
    const { location } = await at.send(shown, `${page}/ban`, { reason: "spam" });
    expect(location).toMatch(/^\/signin\?callbackUrl=/);
  } finally {
    Date.now = now;
  }
  expect(await office.isSignedIn(ada)).toBe(true);
});

it("ADM-45: the app's own code deletes first, and keeps the user by throwing", async () => {
  const seen: string[] = [];
  const state = { refuses: true };
  const adapter = MemoryAdapter();
  const office = new Office({
    adapter,
    more: {
      plugins: [
        account({
          cacheSeconds: 0,
          onDelete({ user }) {
            if (state.refuses) throw new Error("unpaid");
            seen.push(String(user.id));
          },
        }),
        admin(),
      ],
    },
  });
  const [root, ada] = [await office.administrator(), await office.person("ada")];
  await expect(office.auth.users.remove(root.req, ada.id)).rejects.toThrow("unpaid");
  expect(await adapter.getUser(ada.id)).not.toBeNull();
  state.refuses = false;
  await office.auth.users.remove(root.req, ada.id);
  expect([seen, await adapter.getUser(ada.id)]).toEqual([[ada.id], null]);
});

it("ADM-46: whoever owns an organisation alone, with others in it, is kept", async () => {
  const { office, root, ada, at, page } = await house();
  const { id: organizationId } = await office.auth.organizations.create(ada.req, {
    name: "Acme",
    slug: "acme",
  });
  const bob = await office.person("bob");
  const row = { organizationId, userId: bob.id, role: "member", version: "1", createdAt: new Date() };
  await office.records(memberTable).insert(row);
  expect(await codeOf(office.auth.users.remove(root.req, ada.id))).toBe("kept");
  const refused = await at.send(await at.open(page), `${page}/delete`, { confirm: "ada@example.com" });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("without an owner")]);
});

it("ADM-47: an organisation whose owner SQL has deleted is handed to a member; one with an owner is not", async () => {
  const { office, ada, at, page } = await house();
  const owner = await office.person("owner");
  const { id: organizationId } = await office.auth.organizations.create(owner.req, {
    name: "Acme",
    slug: "acme",
  });
  const row = { organizationId, userId: ada.id, role: "member", version: "1", createdAt: new Date() };
  await office.records(memberTable).insert(row);
  const shown = await at.open(page);
  expect(shown.text).not.toContain("Make them the owner");
  const fields = { plugin: "organizations", help: "handOver", value: organizationId };
  expect((await at.forge(shown, `${page}/help`, fields)).status).toBe(409);
  await office.adapter.deleteUser!(owner.id);
  expect((await at.open(page)).text).toContain("Make them the owner");
  expect((await at.forge(shown, `${page}/help`, fields)).location).toBe(page);
  expect((await office.auth.organizations.get(ada.req, "acme")).role).toBe("owner");
  // Of no organisation, and of one without this member.
  for (const value of ["", "nothing"])
    expect((await at.forge(shown, `${page}/help`, { ...fields, value })).status).toBe(409);
});

it("ADM-48: a help that no plugin has, or that every object has, does nothing", async () => {
  const { at, page } = await house();
  const shown = await at.open(page);
  for (const fields of [
    { plugin: "password", help: "toString", value: "" },
    { plugin: "password", help: "__proto__", value: "" },
    { plugin: "nobody", help: "sendReset", value: "" },
    { plugin: "account", help: "sendReset", value: "" },
    {},
  ] as Record<string, string>[])
    expect([400, 409]).toContain((await at.forge(shown, `${page}/help`, fields)).status);
});

it("ADM-49: a link to choose a password goes to the user alone; no page, answer or log holds it", async () => {
  const { at, page, mails, office } = await house();
  const sent = await at.send(await at.open(page), `${page}/help`);
  await settled();
  expect([sent.location, mails.map(({ to }) => to)]).toEqual([page, ["ada@example.com"]]);
  const token = new URL(mails[0]!.url).searchParams.get("token")!;
  const told = [sent.html, (await at.open(page)).html, JSON.stringify((await at.read(page)).body)];
  expect([...told, ...office.errors.map(String)].join("\n")).not.toContain(token);
});

it("ADM-50: mails to one address are counted, whoever asks", async () => {
  const { at, page, mails } = await house();
  const shown = await at.open(page);
  const statuses = [];
  for (let time = 0; time < 12; time += 1) statuses.push((await at.send(shown, `${page}/help`)).status);
  await settled();
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect(mails.length).toBeLessThanOrEqual(10);
});

describe("a user whom an administrator makes", () => {
  it("ADM-51: has no proven address until they follow the link, and chooses a password", async () => {
    const { at, mails, office } = await house();
    const made = await at.send(await at.open("/admin/users/new"), "/admin/users/new", {
      email: "New@Example.com ",
      name: "New One",
    });
    await settled();
    const user = (await office.adapter.getUserByEmail!("new@example.com"))!;
    expect([made.location, user.emailVerified, user.name]).toEqual([
      `/admin/users/${user.id}`,
      null,
      "New One",
    ]);
    expect(mails.map(({ to }) => to)).toEqual(["new@example.com"]);
    const stranger = office.visitor();
    const link = mails[0]!.url.replace(`${origin}/auth`, "");
    const page = await stranger.open(link);
    const done = await stranger.send(page, "/password/reset", {
      password: "a long password",
      repeat: "a long password",
    });
    expect(done.status).toBe(200);
    expect((await office.adapter.getUserByEmail!("new@example.com"))!.emailVerified).toBeInstanceOf(Date);
  });

  it("ADM-52: is refused where somebody has the address, in any case, and where no mail lets anybody in", async () => {
    const { office, root, at } = await house();
    expect(await codeOf(office.auth.users.create(root.req, { email: "ADA@example.com" }))).toBe("taken");
    const page = await at.send(await at.open("/admin/users/new"), "/admin/users/new", {
      email: "ada@example.com",
    });
    expect([page.status, page.text]).toEqual([409, expect.stringContaining("Another user has this address")]);
    const alone = new Office({ more: { providers: [] } });
    const admin1 = await alone.administrator();
    expect(await codeOf(alone.auth.users.create(admin1.req, { email: "b@example.com" }))).toBe("unable");
    expect(await alone.adapter.getUserByEmail!("b@example.com")).toBeNull();
  });

  it.each(["", "nobody", "a@b@c", "a@example.com,b@example.com", "a\n@example.com", 7, null])(
    "ADM-53: %j is no address",
    async (email) => {
      const { office, root } = await house();
      expect(await codeOf(office.auth.users.create(root.req, { email: email as string }))).toBe("invalid");
    },
  );

  it("ADM-54: of two that are made at once one is", async () => {
    const { office, root } = await house();
    const tries = [1, 2, 3].map(() =>
      codeOf(office.auth.users.create(root.req, { email: "twin@example.com" })),
    );
    const codes = await Promise.all(tries);
    expect(codes.filter((code) => code === "taken")).toHaveLength(2);
  });

  it("without passwords gets a mail that leads to sign-in", async () => {
    const office = new Office();
    const root = await office.administrator();
    await office.auth.users.create(root.req, { email: "new@example.com" });
    expect(office.mails.map(({ to, url }) => [to, url])).toEqual([
      ["new@example.com", `${origin}/auth/signin`],
    ]);
  });
});

describe("another address", () => {
  const ask = async (house1: Awaited<ReturnType<typeof house>>, email = "new@example.com") => {
    const { at, page, mails } = house1;
    const sent = await at.send(await at.open(page), `${page}/email`, { email });
    const link = mails.find(({ to }) => to === email)?.url.replace(`${origin}/auth`, "") ?? "";
    return { sent, link };
  };

  it("ADM-55: counts from the press on its own link; the old address is told at both times", async () => {
    const all = await house();
    const { office, ada, mails } = all;
    const { link } = await ask(all);
    expect(mails.map(({ to }) => to).sort()).toEqual(["ada@example.com", "new@example.com"]);
    expect((await office.adapter.getUser!(ada.id))!.email).toBe("ada@example.com");
    const owner = office.visitor();
    const page = await owner.open(link);
    expect(page.text).toContain("new@example.com");
    // Looking at it changes nothing.
    expect((await office.adapter.getUser!(ada.id))!.email).toBe("ada@example.com");
    const done = await owner.send(page, "/admin/address");
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("Done")]);
    const user = (await office.adapter.getUser!(ada.id))!;
    expect([user.email, user.emailVerified]).toEqual(["new@example.com", expect.any(Date)]);
    expect(await office.isSignedIn(ada)).toBe(false);
    expect(mails.slice(2).map(({ to }) => to)).toEqual(["ada@example.com", "new@example.com"]);
    // Used up.
    expect((await owner.send(page, "/admin/address")).status).toBe(404);
  });

  it("ADM-56: a link with another address, user or token opens nothing", async () => {
    const all = await house();
    const { office, ada } = all;
    const { link } = await ask(all);
    const eve = await office.person("eve");
    const stranger = office.visitor();
    const page = await stranger.open(link);
    const token = new URL(`${origin}${link}`).searchParams.get("token")!;
    for (const fields of [
      { user: ada.id, email: "eve2@example.com", token },
      { user: eve.id, email: "new@example.com", token },
      { user: ada.id, email: "new@example.com", token: "0".repeat(64) },
      { user: "", email: "new@example.com", token },
      { user: ada.id, email: "new@example.com", token: "%" },
    ])
      expect((await stranger.forge(page, "/admin/address", fields)).status).toBe(404);
    expect((await office.adapter.getUser!(ada.id))!.email).toBe("ada@example.com");
    // The control: it was not used up by that.
    expect((await stranger.send(page, "/admin/address")).status).toBe(200);
  });

  it("ADM-57: a link is over once the address is another one, or somebody has the new one", async () => {
    const all = await house();
    const { office, ada } = all;
    const { link } = await ask(all);
    await office.adapter.createUser!({ id: "x", name: null, email: "new@example.com", emailVerified: null });
    const at = office.visitor();
    expect((await at.send(await at.open(link), "/admin/address")).status).toBe(409);
    const next = await ask(all, "third@example.com");
    await office.adapter.updateUser!({ id: ada.id, email: "changed@example.com" });
    expect((await at.send(await at.open(next.link), "/admin/address")).status).toBe(404);
    expect((await office.adapter.getUser!(ada.id))!.email).toBe("changed@example.com");
  });

  it("ADM-58: not within seven days of a factor that was taken off, at the start and at the press", async () => {
    const all = await house();
    const { office, ada, mails } = all;
    const { link } = await ask(all);
    const mark = factorRemovedMark(ada.id);
    await leaveLastingMark(office.resolved.adapter as never, mark, 60_000);
    const at = office.visitor();
    expect((await at.send(await at.open(link), "/admin/address")).status).toBe(409);
    const before = mails.length;
    expect((await ask(all, "other@example.com")).sent.status).toBe(409);
    expect(mails).toHaveLength(before);
    expect((await office.adapter.getUser!(ada.id))!.email).toBe("ada@example.com");
  });

  it("ADM-59: an address that somebody has, the present one, and one that is none are refused", async () => {
    const all = await house();
    await all.office.person("bob");
    for (const [email, status] of [
      ["bob@example.com", 409],
      ["BOB@example.com", 409],
      ["ada@example.com", 400],
      ["nobody", 400],
    ] as const)
      expect([email, (await ask(all, email)).sent.status]).toEqual([email, status]);
    expect(all.mails).toEqual([]);
  });

  it("ADM-60: whoever got a grant meanwhile is changed by no link of before", async () => {
    const all = await house();
    const { link } = await ask(all);
    await all.office.grant(all.ada);
    const at = all.office.visitor();
    expect((await at.send(await at.open(link), "/admin/address")).status).toBe(404);
    expect((await all.office.adapter.getUser!(all.ada.id))!.email).toBe("ada@example.com");
  });
});
