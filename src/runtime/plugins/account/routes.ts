/** The routes of the account page, which are the JSON API too: whoever asks for JSON gets it. */
import { type FlowResult, json, noStore, redirect, withCookies } from "../../http/flow-result.js";
import { askAnewCookies } from "../../flows/max-age.js";
import { withParams } from "../../security/redirects.js";
import { refuse } from "../../server-functions/refusal.js";
import { pagePath, pageUrl } from "../../security/page-url.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import { assertMayChange, ChangeRefused } from "../accounts/authenticators.js";
import type { DeclaredChange } from "../host/plugin.js";
import type { PluginRoute, PluginScope } from "../host/plugin.js";
import { AccountError } from "../accounts/account-error.js";
import { unlinkAccount } from "./accounts.js";
import { askByMail, type DeletionOptions, leave, remove } from "./deletion-forms.js";
import { linkRoutes } from "./deletion-link.js";
import { data, wantsData } from "./json-answers.js";
import { exportOf, overviewAsData, overviewOf } from "./download.js";
import { renderAccount, renderLink } from "./page.js";
import { accountUrl, type ChangeName } from "./page-parts.js";
import { DeletionRefused } from "../accounts/may-forget.js";
import { namePasskey, removePasskey } from "./passkeys.js";
import { type ListSessions, revokeAll, revokeOthers, revokeSession } from "./sessions.js";
import type { TextName } from "./texts.js";
import { signedInUser, type SignedInUser } from "./user.js";

/** What the routes are told by the options of the plugin. */
export interface RouteOptions extends DeletionOptions {
  readonly listSessions: ListSessions;
}

/** What a POST does. */
interface Change extends DeclaredChange {
  /** @returns where the browser goes, if not back to the page */
  run(
    asking: SignedInUser,
    fields: (name: string) => string,
    context: FlowContext,
  ): Promise<FlowResult | void>;
}

export function accountRoutes(options: RouteOptions): readonly PluginRoute[] {
  const { listSessions } = options;
  const read = (
    path: PluginPath,
    show: (asking: SignedInUser, context: FlowContext) => Promise<FlowResult>,
  ) =>
    ({
      method: "GET",
      path,
      flow: (context, own) =>
        answering(context, options, async () => show(await signedInUser(context, own), context)),
    }) satisfies PluginRoute;
  const change = (path: PluginPath, { run, ...declared }: Change) =>
    ({
      method: "POST",
      path,
      ...declared,
      flow: (context, own) => answering(context, options, () => changed(context, own, run, options)),
    }) satisfies PluginRoute;
  const changes = changesOf(options);
  const isChange = (name: string): name is ChangeName => Object.hasOwn(changes, name);
  return [
    read("/account", async (asking, context) => {
      if (wantsData(context)) return data(await overviewAsData(asking, listSessions));
      return renderAccount(context, asking.own, await overviewOf(asking, listSessions));
    }),
    read("/account/link", async ({ own, userId }, context) => {
      const id = context.request.query().get("provider") ?? "";
      const page = withParams(pageUrl(context, "/account/link"), { provider: id }, context.site.origin);
      await assertMayChange(context, { userId }, page);
      return renderLink(context, own, id);
    }),
    {
      ...read("/account/data", async (asking) =>
        data(await exportOf(asking, listSessions), {
          "content-disposition": 'attachment; filename="account.json"',
        }),
      ),
      of: "data",
    },
    ...Object.entries(changes).map(([name, each]) => change(`/account/${name}`, each)),
    // What the forms of the page do, at its own address.
    change("/account", {
      of: "user",
      run(asking, field, context) {
        const name = field("do");
        if (!isChange(name)) throw new AccountError("invalid", "The form does nothing that is known here");
        return changes[name].run(asking, field, context);
      },
    }),
    ...linkRoutes(options),
  ];
}

const changesOf = (options: RouteOptions): Readonly<Record<ChangeName, Change>> => ({
  name: { of: "user", run: rename },
  unlink: {
    of: "account",
    async run(asking, field, context) {
      await assertMayChange(context, asking, accountUrl(context));
      const account = { provider: field("provider"), providerAccountId: field("providerAccountId") };
      await unlinkAccount(asking, account, context);
    },
  },
  "passkey-name": {
    of: "passkey",
    run: (asking, field) => namePasskey(asking, field("id"), nameFrom(field("name"))),
  },
  "passkey-remove": {
    of: "passkey",
    async run(asking, field, context) {
      await assertMayChange(context, asking, accountUrl(context));
      await removePasskey(asking, field("id"), context);
    },
  },
  sessions: { of: "user", run: endSessions },
  delete: { of: "user", run: (asking, field, context) => remove(options, asking, field, context) },
  "delete-mail": { of: "user", run: (asking, _field, context) => askByMail(options, asking, context) },
});

/** Sends who is signed out to sign in, and who signed in too long ago to do it again. */
async function answering(
  context: FlowContext,
  { freshSeconds: maxAge }: RouteOptions,
  run: () => Promise<FlowResult>,
): Promise<FlowResult> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof AccountError)) throw thrown;
    if (thrown instanceof ChangeRefused) return thrown.answer;
    if (thrown.code !== "signed-out" && thrown.code !== "stale")
      return json(
        { error: thrown.code, message: thrown.message },
        { status: thrown.status, headers: noStore },
      );
    const { request } = context;
    const target = pagePath(context, "/account");
    const asked = { method: "GET", target, header: (name: string) => request.header(name) };
    return refuse(thrown.code === "stale" ? { maxAge } : "unauthenticated", asked, context);
  }
}

async function changed(
  context: FlowContext,
  own: PluginScope,
  run: Change["run"],
  { listSessions, freshSeconds }: RouteOptions,
): Promise<FlowResult> {
  const body = (await context.request.body()) ?? {};
  const field = (name: string): string => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    return typeof value === "string" ? value : "";
  };
  const asking = await signedInUser(context, own);
  try {
    const answer = await run(asking, field, context);
    return answer ?? (wantsData(context) ? data({ ok: true }) : redirect(accountUrl(context)));
  } catch (thrown) {
    if (thrown instanceof DeletionRefused && !wantsData(context)) {
      const overview = await overviewOf(asking, listSessions);
      return renderAccount(context, own, overview, { said: thrown.text(context) });
    }
    if (!(thrown instanceof AccountError) || wantsData(context)) throw thrown;
    const { code } = thrown;
    if (code === "signed-out" || code === "factor" || thrown instanceof ChangeRefused) throw thrown;
    const error: TextName = `error-${code}`;
    const page = await renderAccount(context, own, await overviewOf(asking, listSessions), error);
    const cookies = code === "stale" ? await askAnewCookies(context, freshSeconds) : [];
    return withCookies(page, cookies);
  }
}

const longestName = 100;

function nameFrom(given: string): string {
  const name = given.trim();
  if (
    name === "" ||
    name.length > longestName ||
    /[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u.test(name)
  )
    throw new AccountError(
      "invalid",
      `A name has 1 to ${longestName} characters, none of them a control character`,
    );
  return name;
}

async function rename({ resolved, userId }: SignedInUser, field: (name: string) => string): Promise<void> {
  const user = await resolved.adapter?.updateUser({ id: userId, name: nameFrom(field("name")) });
  if (user !== undefined) await resolved.emit("updateUser", { user });
}

async function endSessions(
  asking: SignedInUser,
  field: (name: string) => string,
  context: FlowContext,
): Promise<FlowResult | void> {
  const end = field("end");
  if (end === "others") return revokeOthers(asking);
  if (end !== "all") return revokeSession(asking, end);
  const { cookies } = await context.sessions.end(context);
  await revokeAll(asking);
  return leave(context, cookies);
}
