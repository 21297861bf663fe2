/** The routes behind the link of a mail that plans a deletion. */
import { json, noStore } from "../../http/flow-result.js";
import { AccountError } from "../accounts/account-error.js";
import type { PluginRoute } from "../host/plugin.js";
import { dayText, type DeletionByMail, planByMail } from "./deletion-by-mail.js";
import { data, wantsData } from "./json-answers.js";
import { DeletionRefused } from "../accounts/may-forget.js";
import { renderDeletion } from "./page.js";

/** In any browser, whoever is signed in there. */
export const linkRoutes = (options: DeletionByMail): readonly PluginRoute[] => [
  {
    method: "GET",
    path: "/account/delete-link",
    flow(context, own) {
      const query = context.request.query();
      const link = { user: query.get("user") ?? "", token: query.get("token") ?? "" };
      const day = dayText(context, options);
      return wantsData(context)
        ? data({ ok: true, day })
        : renderDeletion(context, own, { is: "asked", day, link });
    },
  },
  {
    method: "POST",
    path: "/account/delete-link",
    of: "user",
    async flow(context, own) {
      const body = (await context.request.body()) ?? {};
      const text = (value: unknown) => (typeof value === "string" ? value : "");
      const link = { userId: text(body["user"]), token: text(body["token"]) };
      const day = dayText(context, options);
      try {
        await planByMail(context, own, options, link);
      } catch (thrown) {
        if (thrown instanceof DeletionRefused && !wantsData(context))
          return renderDeletion(context, own, { is: "kept", said: thrown.text(context) });
        if (!(thrown instanceof AccountError)) throw thrown;
        const { code, message, status } = thrown;
        return wantsData(context)
          ? json({ error: code, message }, { status, headers: noStore })
          : renderDeletion(context, own, { is: "over" });
      }
      return wantsData(context)
        ? data({ ok: true, day })
        : renderDeletion(context, own, { is: "planned", day });
    },
  },
];
