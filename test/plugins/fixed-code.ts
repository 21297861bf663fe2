/** A plugin with a part of every kind: after the proof it asks for a code, the same for everybody. */
import { html } from "../../src/runtime/pages/html.js";
import { definePlugin } from "../../src/runtime/plugins/host/define-plugin.js";
import type { DefinedPlugin, PluginDefinition } from "../../src/runtime/plugins/host/plugin.js";
import { pendingSignIn, resumeSignIn } from "../../src/runtime/plugins/sign-in/steps.js";
import { WrongAnswer } from "../../src/runtime/plugins/host/wrong-answer.js";
import type { RecordTable } from "../../src/runtime/types/records.js";

export const rightCode = "424242";

/** Users of whom no code is asked. */
export const exempt: RecordTable = {
  name: "auth_fixed_code_exempt",
  columns: { userId: { type: "key", required: true } },
  primaryKey: ["userId"],
  unique: [],
  indexes: [],
};

export function fixedCode(more: Partial<PluginDefinition> = {}): DefinedPlugin {
  const id = more.id ?? "fixed-code";
  return definePlugin({
    id,
    tables: [exempt],
    steps: [
      {
        id,
        rank: "asks",
        async ask(_context, { user }, own) {
          const row = await own.records(exempt).find({ userId: String(user.id ?? "") });
          return row === undefined ? { path: `/${id}` } : undefined;
        },
      },
    ],
    routes: [
      {
        method: "GET",
        path: `/${id}`,
        async flow(context, own) {
          await pendingSignIn(context, id);
          return own.page(context, "code");
        },
      },
      {
        method: "POST",
        path: `/${id}`,
        of: "none",
        throttle: "credentials",
        async flow(context, own) {
          await pendingSignIn(context, id);
          const { code } = (await context.request.body()) ?? {};
          if (code !== rightCode) throw new WrongAnswer(own.page(context, "code", 401));
          return resumeSignIn(context, id);
        },
      },
    ],
    pages: {
      code: (context, own) => ({
        title: own.message(context, "title"),
        content: html`<h1>${own.message(context, "title")}</h1>
          <form action="${context.site.base}/${id}" method="POST">
            <input type="hidden" name="csrfToken" value="${context.csrfToken}" /><input name="code" />
          </form>`,
      }),
    },
    messages: { title: "What is your code?" },
    ...more,
  });
}
