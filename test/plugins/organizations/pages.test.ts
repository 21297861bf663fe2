/** The pages, for everybody who may come: signed out, stranger, member, admin and owner. The same addresses speak JSON. */
import { beforeEach, describe, expect, it } from "vitest";
import { origin } from "../../support/browser.js";
import { type Person, Town } from "./town.js";
import { Visitor } from "./visitor.js";

let town: Town;
let id: string;
let people: Record<"ada" | "bob" | "cyd" | "eve", Person>;
const as = (name?: keyof typeof people): Visitor => new Visitor(town, name && people[name]);

/** Acme: Ada owns it, Bob is an admin, Cyd a member; Eve is a stranger. */
beforeEach(async () => {
  town = new Town({
    options: { roles: { owner: ["*"], admin: ["member:*", "organization:rename"], member: [] } },
  });
  const [ada, bob, cyd, eve] = await Promise.all(
    ["ada", "bob", "cyd", "eve"].map((name) => town.person(name)),
  );
  people = { ada: ada!, bob: bob!, cyd: cyd!, eve: eve! };
  ({ id } = await town.acme(ada!));
  await town.join(id, "admin", bob!);
  await town.join(id, "member", cyd!);
});

const acme = "/organizations/acme";

describe("whoever is signed out", () => {
  it.each(["/organizations", "/organizations/new", acme, `${acme}/delete`])(
    "is led to sign-in from %s",
    async (path) => {
      const page = await as().open(path);
      expect([page.status, page.location]).toEqual([
        302,
        `/signin?${new URLSearchParams({ callbackUrl: `/auth${path}` })}`,
      ]);
      expect(await as().read(path)).toMatchObject({ status: 401, body: { error: "signed-out" } });
    },
  );
});

describe("the list", () => {
  it("shows one's own, and the way to a new one", async () => {
    const page = await as("bob").open("/organizations");
    expect(page.status).toBe(200);
    expect(page.html).toContain(`href="${origin}/auth/organizations/acme"`);
    expect(page.html).toContain(`href="${origin}/auth/organizations/new"`);
    expect(page.text).toContain("Acme admin");
    const { body } = await as("bob").read("/organizations");
    expect(body).toEqual({ organizations: [{ id, slug: "acme", name: "Acme", role: "admin" }] });
  });

  it("begins where there is none", async () => {
    const page = await as("eve").open("/organizations");
    expect(page.text).toContain("You are a member of none yet.");
    expect(page.html).toContain(`href="${origin}/auth/organizations/new"`);
    expect((await as("eve").read("/organizations")).body).toEqual({ organizations: [] });
  });

  it("stands on the account page", async () => {
    const page = await as("cyd").open("/account");
    expect(page.text).toContain("Your organizations");
    expect(page.html).toMatch(/href="[^"]*\/auth\/organizations[?"]/);
  });
});

describe("a new one", () => {
  it("is made by a form, and leads to its page", async () => {
    const eve = as("eve");
    const made = await eve.send(await eve.open("/organizations/new"), "/organizations/new", {
      name: "Umbrella",
      slug: "",
    });
    expect([made.status, made.location]).toEqual([302, "/organizations/umbrella"]);
    expect((await eve.read(made.location)).body).toMatchObject({ organization: { role: "owner" } });
  });

  it("says what is wrong beside the field, and keeps what was typed", async () => {
    const eve = as("eve");
    const form = await eve.open("/organizations/new");
    const taken = await eve.send(form, "/organizations/new", { name: "My & Co", slug: "acme" });
    expect(taken.status).toBe(409);
    expect(taken.html).toMatch(/name="name"[^>]*value="My &amp; Co"/);
    expect(taken.html).toMatch(/aria-invalid="true"[^>]*name="slug"|name="slug"[^>]*aria-invalid="true"/);
    expect(taken.text).toContain("This address is taken. Choose another one.");
    expect(taken.response.headers.get("cache-control")).toContain("no-store");
    expect((await eve.send(form, "/organizations/new", { name: "" })).status).toBe(400);
  });

  it.each([
    ["the app says no", { create: "nobody" }, new Date(), "You may not create organizations here."],
    ["the address is not proven", {}, null, "First prove your email address"],
    ["it would be one too many", { limits: { organizations: 1 } }, new Date(), "as many organizations as"],
  ] as const)("tells why not: %s", async (_why, options, proven, text) => {
    town = new Town({ options });
    const dan = await town.person("dan", proven);
    if ("limits" in options) await town.acme(dan);
    const visitor = new Visitor(town, dan);
    const page = await visitor.open("/organizations/new");
    expect(page.text).toContain(text);
    expect(page.forms).not.toContain("/organizations/new");
    const { body } = await visitor.read("/organizations/new");
    expect(body).toMatchObject({ mayCreate: false, message: expect.stringContaining(text) });
  });
});

describe("the page of an organisation", () => {
  const formsFor = async (name: keyof typeof people) =>
    [...new Set((await as(name).open(acme)).forms)].map((path) => path.replace(`${acme}/`, "")).sort();

  it("has the forms that the role allows", async () => {
    await town.auth.invitations.send(people.ada.req, "acme", {
      addresses: ["dan@example.com"],
      role: "member",
    });
    const ofAdmin = ["invite", "leave", "remove", "rename", "resend", "role", "withdraw"];
    expect(await formsFor("ada")).toEqual([...ofAdmin, "hand-over"].sort());
    expect(await formsFor("bob")).toEqual(ofAdmin);
    expect(await formsFor("cyd")).toEqual(["leave"]);
    expect((await as("ada").open(acme)).html).toContain(`href="${origin}/auth${acme}/delete"`);
    expect((await as("bob").open(acme)).html).not.toContain(`${acme}/delete`);
    const [admin, member] = [await as("bob").open(acme), await as("cyd").open(acme)];
    expect(admin.text).toContain("dan@example.com");
    expect(member.text).not.toContain("dan@example.com");
    expect(member.text).toContain("cyd@example.com");
    expect(member.text).not.toContain("ada@example.com");
    // Nobody may take the owner's role but owners.
    expect(admin.html).toContain('aria-label="Remove cyd"');
    expect(admin.html).not.toContain('aria-label="Remove ada"');
    expect(admin.html).not.toMatch(/<option value="owner"/);
  });

  it("is the same 404 for a stranger and for a slug that nobody has", async () => {
    const answers = await Promise.all(
      [acme, "/organizations/missing", `${acme}/delete`, "/organizations/missing/delete"].map(
        async (path) => {
          const { status, html, response } = await as("eve").open(path);
          const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
          return JSON.stringify([status, headers, html]).replace(/[0-9a-f]{32}/g, "nonce");
        },
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("[404,");
  });

  it("is changed by its forms, which lead back to it", async () => {
    const ada = as("ada");
    const page = await ada.open(acme);
    const { bob, cyd } = people;
    const steps = [
      ["invite", { addresses: "dan@example.com, eva@example.com\nfay@example.com", role: "admin" }],
      ["role", { user: cyd.id, role: "admin" }],
      ["remove", { user: bob.id }],
      ["rename", { name: "Acme Two", slug: "acme" }],
      ["hand-over", { user: cyd.id }],
    ] as const;
    for (const [step, fields] of steps) {
      const answer = await ada.send(page, `${acme}/${step}`, fields);
      expect([answer.status, answer.location], step).toEqual([302, acme]);
    }
    expect(await town.rolesIn(id)).toEqual({ ada: "admin", cyd: "owner" });
    expect(town.mails.filter(({ to }) => /^(dan|eva|fay)@/.test(to))).toHaveLength(3);
    const left = await ada.send(page, `${acme}/leave`);
    expect([left.status, left.location]).toEqual([302, "/organizations"]);
    expect((await ada.open(acme)).status).toBe(404);
  });

  it("says what a form cannot do where the form is, and what a button cannot do on top", async () => {
    const ada = as("ada");
    const page = await ada.open(acme);
    const invited = await ada.send(page, `${acme}/invite`, { addresses: "dan@, x", role: "member" });
    expect(invited.status).toBe(400);
    expect(invited.html).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>\ndan@, x<\/textarea>/);
    const member = await ada.send(page, `${acme}/invite`, { addresses: "bob@example.com", role: "member" });
    expect([member.status, member.text.includes("They are a member already.")]).toEqual([409, true]);
    const gone = await ada.send(page, `${acme}/remove`, { user: "nobody" });
    expect(gone.status).toBe(404);
    expect(gone.html).toMatch(/class="notice bad" role="alert">\s*<p>That is not there/);
    const left = await ada.send(page, `${acme}/leave`);
    expect([left.status, left.text.includes("Nobody would be left who owns this.")]).toEqual([409, true]);
    // Who forges a form is refused as JSON is.
    const cyd = as("cyd");
    const forged = await cyd.forge(await cyd.open(acme), `${acme}/role`, {
      user: people.cyd.id,
      role: "admin",
    });
    expect([forged.status, forged.text.includes("Your role does not allow that.")]).toEqual([403, true]);
    expect((await town.rolesIn(id))["cyd"]).toBe("member");
  });

  it("shows 50 members, and the way to the others", async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ id: `user-${String(at).padStart(3, "0")}` }));
    await town.join(id, "member", ...many);
    const bob = as("bob");
    const first = await bob.open(acme);
    const next = /href="([^"]*\?after=[^"]*)"/.exec(first.html)?.[1]?.replace(`${origin}/auth`, "");
    const second = await bob.open(next ?? "");
    const rows = [first, second].map(({ html }) => html.split("Joined ").length - 1);
    expect(rows).toEqual([50, 13]);
    expect(second.text).toContain("Back to the beginning");
    expect((await bob.read(next ?? "")).body).toMatchObject({ next: null });
  });

  it("searches where the members fill more than a page, and says what was searched for", async () => {
    const bob = as("bob");
    expect((await bob.open(acme)).html).not.toContain('name="search"');
    const many = Array.from({ length: 120 }, (_, at) => `user-${String(at).padStart(3, "0")}`);
    for (const one of many)
      await town.adapter.createUser!({
        id: one,
        name: "Many",
        email: `${one}@example.com`,
        emailVerified: null,
      });
    await town.join(id, "member", ...many.map((one) => ({ id: one })));
    const whole = await bob.open(acme);
    expect(whole.html).toMatch(/<form action="[^"]*\/organizations\/acme" method="GET">\s*<div/);
    const found = await bob.open(`${acme}?search=MAN`);
    expect(found.html.split("Joined ")).toHaveLength(51);
    expect(found.html).toContain('value="MAN"');
    const next = /href="([^"]*\?search=MAN&amp;after=[^"]*)"/.exec(found.html)?.[1]?.replaceAll("&amp;", "&");
    const rest = await bob.open(next?.replace(`${origin}/auth`, "") ?? "");
    expect(rest.html.split("Joined ")).toHaveLength(51);
    const none = await bob.open(`${acme}?search=${encodeURIComponent('"><b>x')}`);
    expect([none.status, none.text.includes("Nobody was found here."), none.html.includes("<b>x")]).toEqual([
      200,
      true,
      false,
    ]);
    const { body } = await bob.read(`${acme}?search=bob`);
    expect(body).toMatchObject({ members: [{ user: { name: "bob" } }], next: null });
    // Strangers are told the same, whatever they search for.
    const eve = as("eve");
    const told = await Promise.all(
      ["?search=bob", "?search=nobody", ""].map((query) => eve.read(acme + query)),
    );
    expect(told.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(told.map(({ body: one }) => JSON.stringify(one))).size).toBe(1);
  });

  it("leads members on from a former slug, and strangers nowhere", async () => {
    await town.auth.organizations.rename(people.ada.req, "acme", { slug: "acme-two" });
    for (const path of [acme, `${acme}/delete`]) {
      const page = await as("ada").open(path);
      expect([page.status, page.location]).toEqual([307, path.replace("acme", "acme-two")]);
      expect((await as("eve").open(path)).status).toBe(404);
    }
  });

  it("shows the link for anybody once", async () => {
    town = new Town({ options: { invitation: { anyAccount: true } } });
    const [ada, dan] = [await town.person("ada"), await town.person("dan")];
    await town.acme(ada);
    const visitor = new Visitor(town, ada);
    const page = await visitor.open(acme);
    const made = await visitor.send(page, `${acme}/link`, { uses: "2", role: "member" });
    expect(made.status).toBe(200);
    const token = /<code dir="ltr">[^<]*token=([0-9a-f]{64})<\/code>/.exec(made.html)?.[1] ?? "";
    const again = await visitor.open(acme);
    expect(again.html).not.toContain(token);
    expect(again.text).toContain("2 may join by it");
    const guest = new Visitor(town, dan);
    const joined = await guest.send(await guest.open(`/invitation?token=${token}`), "/invitation");
    expect(joined.location).toBe(acme);
    const wrong = await visitor.send(page, `${acme}/link`, { uses: "many", role: "member" });
    expect([wrong.status, wrong.html.includes('value="many"')]).toEqual([400, true]);
  });
});

describe("the end of an organisation", () => {
  it("asks for the name, and ends it where the server agrees", async () => {
    const ada = as("ada");
    const page = await ada.open(`${acme}/delete`);
    const other = await ada.send(page, `${acme}/delete`, { confirm: "acme" });
    expect(other.status).toBe(400);
    expect(other.html).toContain('aria-invalid="true"');
    expect((await ada.open(acme)).status).toBe(200);
    const over = await ada.send(page, `${acme}/delete`, { confirm: " Acme " });
    expect([over.status, over.location]).toEqual([302, "/organizations"]);
    expect((await ada.open(acme)).status).toBe(404);
  });

  it("is no member's without the permission", async () => {
    for (const name of ["bob", "cyd"] as const) {
      expect((await as(name).open(`${acme}/delete`)).status, name).toBe(403);
      expect((await as(name).read(`${acme}/delete`)).body, name).toMatchObject({ error: "forbidden" });
    }
    expect((await as("ada").read(`${acme}/delete`)).body).toMatchObject({ organization: { slug: "acme" } });
  });
});

it("no form does anything without the CSRF token", async () => {
  const ada = as("ada");
  await town.auth.invitations.send(people.ada.req, "acme", {
    addresses: ["eve@example.com"],
    role: "member",
  });
  const token = town.token("eve@example.com");
  const before = await town.rolesIn(id);
  const pages = [
    await ada.open("/organizations/new"),
    await ada.open(acme),
    await ada.open(`${acme}/delete`),
  ];
  for (const page of pages)
    for (const path of new Set(page.forms)) {
      const fields = {
        csrfToken: undefined,
        name: "Acme",
        confirm: "Acme",
        user: people.cyd.id,
        role: "admin",
      };
      const answer = await ada.send(page, path, fields);
      expect([answer.status, answer.location], path).toEqual([302, "/signin?error=MissingCSRF"]);
    }
  const eve = as("eve");
  for (const step of ["/invitation", "/invitation/sign-in"])
    await eve.browser.post(`/auth${step}`, { token });
  expect(await town.rolesIn(id)).toEqual(before);
  expect(await eve.browser.session()).not.toBeNull();
  expect((await ada.read("/organizations")).body).toMatchObject({ organizations: [{ name: "Acme" }] });
});
