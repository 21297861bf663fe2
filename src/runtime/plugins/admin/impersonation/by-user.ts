/** What the user sees of those who act for them, and how they end it. */
import type { CookieChange } from "../../../http/cookies.js";
import type { AdapterUser } from "../../../types/adapter.js";
import { AdminError } from "../admin-error.js";
import type { AboutRow, PluginScope } from "../../host/plugin-scope.js";
import { type OfficePageAsking, sayOf, urlOf, type OfficeView } from "../view.js";
import type { ResolvedConfig } from "../../../types/resolved-config.js";
import { appHome, askedTarget } from "./app-home.js";
import { type Act, actAbout, actsFor, actsOf, endAct } from "./acts.js";

/** Rows of the account page: one for each who acts for this user now. */
export async function aboutImpersonation(
  own: PluginScope,
  userId: string,
  { adapter }: ResolvedConfig,
): Promise<readonly AboutRow[]> {
  const acts = await actsFor(own, userId);
  return Promise.all(
    acts.map(async ({ id, adminId, createdAt }): Promise<AboutRow> => {
      const admin = await adapter?.getUser(adminId);
      return {
        text: { name: "actsForYou", values: { admin: nameOf(admin, adminId) } },
        detail: { name: "actsSince", values: { time: createdAt } },
        action: {
          path: `/impersonation/${id}`,
          label: { name: "end" },
          needsText: true,
          isDanger: true,
        },
      };
    }),
  );
}

/** For the JSON of the account. */
export async function impersonations(own: PluginScope, userId: string): Promise<readonly object[]> {
  return (await actsFor(own, userId)).map(({ id, adminId, createdAt, endsAt }) => ({
    id,
    by: adminId,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
}

/** Whoever has acted for the user, by name, for the user to download. */
export async function exportActs(
  own: PluginScope,
  userId: string,
  { adapter }: ResolvedConfig,
): Promise<readonly object[]> {
  const acts = await actsOf(own, userId);
  return Promise.all(
    acts.map(async ({ adminId, reason, createdAt, endsAt, endedAt }) => ({
      by: nameOf(await adapter?.getUser(adminId), adminId),
      reason,
      minutes: Math.round((endsAt.valueOf() - createdAt.valueOf()) / 60_000),
      createdAt: createdAt.toISOString(),
      until: (endedAt ?? endsAt).toISOString(),
    })),
  );
}

const nameOf = (admin: AdapterUser | null | undefined, adminId: string): string =>
  admin?.name || admin?.email || adminId;

/** @throws AdminError `signed-out`; `not-found` where it is about somebody else */
async function ownAct({ context, own }: OfficePageAsking): Promise<Act & { readonly isOpen: boolean }> {
  const current = await context.resolved.sessions.current(context);
  if (current === null) throw new AdminError("signed-out", "Nobody is signed in");
  const act = await actAbout(own, { id: context.part ?? "", userId: String(current.user.id) });
  if (act === undefined) throw new AdminError("not-found", "Nobody acts for this user so");
  return act;
}

export const overView: OfficeView = async (asking) => {
  const { context } = asking;
  const { id, createdAt, endsAt, adminId, isOpen } = await ownAct(asking);
  const say = sayOf(asking);
  const admin = await context.resolved.adapter?.getUser(adminId);
  const name = nameOf(admin, adminId);
  return {
    body: { id, by: adminId, createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString(), isOpen },
    page: () => ({
      page: "endImpersonation",
      title: say("actsForYou", { admin: name }),
      text: say(isOpen ? "endText" : "ended"),
      sections: isOpen
        ? [
            {
              kind: "form",
              action: urlOf(context, "/impersonation/:id", id),
              fields: [],
              values: askedTarget(context),
              submit: { label: say("end"), isDanger: true },
            },
          ]
        : [],
      csrfToken: context.csrfToken,
    }),
  };
};

/** @returns where the browser goes */
export async function endByUser(
  asking: OfficePageAsking,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ readonly location: string; readonly cookies: readonly CookieChange[] }> {
  const act = await ownAct(asking);
  if (!act.isOpen) throw new AdminError("not-found", "It is over");
  await endAct(asking.own, act);
  return { location: await appHome(asking.context, fields), cookies: [] };
}
