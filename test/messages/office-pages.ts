/** The pages and mails of the plugin `admin` in one language, each in its states. */
import type { CompleteMessages } from "../../src/runtime/messages/index.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { sessionInfo } from "../../src/runtime/plugins/sessions/session-tables.js";
import { Office, type Person } from "../plugins/admin/office.js";
import { officeWithFactors } from "../plugins/admin/factors.js";
import type { Seen, Visitor as Browsing } from "../plugins/organizations/visitor.js";
import { origin } from "../support/browser.js";
import type { Visitor } from "./plugin-pages.js";

const sendMail = () => undefined;
const speaking = (language: CompleteMessages) => ({ messages: [language], locale: () => language.locale });

/** Shows what there is to whoever looks over the shoulder. */
class Walk {
  readonly town: Office;
  readonly #visitor: Visitor;
  readonly #mails: Mail[];

  constructor(town: Office, visitor: Visitor, mails = town.mails) {
    this.town = town;
    this.#visitor = visitor;
    this.#mails = mails;
  }

  seen({ html, response }: Seen, at: string): void {
    this.#visitor.page(html, at, response);
  }

  async opens(at: Browsing, path: string, name = path): Promise<Seen> {
    const page = await at.open(path);
    this.seen(page, name);
    return page;
  }

  mails(count: number): void {
    const mails = this.#mails.splice(0);
    if (mails.length !== count) throw new Error(`${mails.length} mails`, { cause: this.town.errors });
    for (const mail of mails) this.#visitor.mail(mail);
  }
}

async function changeUsers(walk: Walk, root: Person): Promise<void> {
  const { town } = walk;
  const at = town.visitor(root);
  for (const path of ["", "?from=zz", "?from=ada%40example.com", "?by=id", `/${root.id}`])
    await walk.opens(at, `/admin/users${path}`);
  const form = await walk.opens(at, "/admin/users/new");
  const taken = await at.send(form, "/admin/users/new", { email: "ada@example.com" });
  walk.seen(taken, "new, taken");
  await at.send(form, "/admin/users/new", { email: "new@example.com" });
  walk.mails(1);
  const { id } = await town.person("eve");
  const open = await walk.opens(at, `/admin/users/${id}`, "user");
  walk.seen(await at.send(open, `/admin/users/${id}/ban`, { reason: "", until: "" }), "no reason");
  const reason = "2026";
  for (const until of ["", "2999-01-31"]) {
    await at.send(open, `/admin/users/${id}/ban`, { reason, until });
    await walk.opens(at, `/admin/users/${id}`, `banned ${until}`);
  }
}

async function moveAddress(walk: Walk, root: Person): Promise<void> {
  const { town } = walk;
  const { id } = await town.person("gil");
  const at = town.visitor(root);
  const path = `/admin/users/${id}`;
  await at.send(await at.open(path), `${path}/email`, { email: "gil@new.example" });
  const link = town.mails.find(({ to }) => to === "gil@new.example")?.url ?? "";
  walk.mails(2);
  const theirs = town.visitor();
  const page = await walk.opens(theirs, link.replace(`${origin}/auth`, ""), "address");
  walk.seen(await theirs.send(page, "/admin/address"), "address, moved");
  walk.seen(await theirs.send(page, "/admin/address"), "address, over");
  walk.mails(2);
}

async function actForUser(walk: Walk, root: Person, ada: Person): Promise<void> {
  const { town } = walk;
  const at = town.visitor(root);
  const begin = `/admin/users/${ada.id}/impersonate`;
  await walk.opens(at, "/impersonation", "nobody acts");
  const form = await walk.opens(at, begin, "begin");
  walk.seen(await at.send(form, begin, { reason: "4711", minutes: "481" }), "begin, too long");
  await at.send(form, begin, { reason: "4711", minutes: "30" });
  walk.mails(1);
  await walk.opens(at, "/impersonation", "acting");
  await walk.opens(at, "/account", "bar");
  const theirs = town.visitor(ada);
  const { body } = await theirs.read("/account");
  const [session] = body["sessions"] as readonly { id: string }[];
  await town.records(sessionInfo).update({ id: session?.id ?? "" }, {}, { device: "Chrome on Windows" });
  await walk.opens(theirs, "/account", "who acts");
  const [act] = body["impersonations"] as readonly { id: string }[];
  const page = await walk.opens(theirs, `/impersonation/${act?.id}`, "end");
  await theirs.send(page, `/impersonation/${act?.id}`);
  await walk.opens(theirs, `/impersonation/${act?.id}`, "ended");
}

/** One whose address is proven, and one who waits for a day. */
async function removeFactors(language: CompleteMessages, visitor: Visitor): Promise<void> {
  for (const isProven of [true, false]) {
    const { town, mails, ada, at, page } = await officeWithFactors({ more: speaking(language) });
    const walk = new Walk(town, visitor, mails);
    if (!isProven) await town.adapter.updateUser?.({ id: ada.id, emailVerified: null });
    const open = await walk.opens(at, page, "user with a factor");
    await at.send(open, `${page}/remove-factor`, { reason: "4711" });
    walk.mails(1);
    const held = await walk.opens(at, page, "user without it");
    walk.seen(await at.send(held, `${page}/email`, { email: "other@example.com" }), "too soon");
  }
}

/** @returns when every page and mail was shown */
export async function visitOffice(language: CompleteMessages, visitor: Visitor): Promise<void> {
  const more = speaking(language);
  const town = new Office({ options: { notify: true }, more });
  const walk = new Walk(town, visitor);
  const [root, ada] = [await town.administrator(), await town.person("ada")];
  await changeUsers(walk, root);
  await moveAddress(walk, root);
  await actForUser(walk, root, ada);
  const withPasswords = new Office({ plugins: [password({ sendMail })], more });
  const admin = await withPasswords.administrator();
  const { id } = await withPasswords.person("ada");
  const at = withPasswords.visitor(admin);
  await new Walk(withPasswords, visitor).opens(at, `/admin/users/${id}`, "with passwords");
  await removeFactors(language, visitor);
}
