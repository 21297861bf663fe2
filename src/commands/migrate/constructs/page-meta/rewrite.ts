/** Pages say `auth: true`; what is open to everybody says nothing, or `isPublic` where every page asked for sign-in. */
import { cutItem } from "../../../../cli/edit/comma-list.js";
import { breakAfter } from "../../../../cli/source/text/layout.js";
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { requote, type TextStyle } from "../../../../cli/source/text/text-style.js";
import { changeOf, leave, withoutLine, type Change } from "../../change.js";
import type { MetaAuth, PageMeta } from "./read.js";

/** A page, and whether every page asked for sign-in that did not say otherwise. */
export interface Page {
  readonly text: string;
  readonly style: TextStyle;
  readonly isGlobal: boolean;
}

export function migratePageMeta(page: Page, meta: PageMeta): Change {
  const { auth, middleware, list } = meta;
  const isGuarded = middleware?.old !== undefined;
  if (auth === undefined && !isGuarded) return changeOf({});
  const means: MetaAuth = auth?.means ?? { kind: "guarded" };
  const wanted = membersFor(page, means);
  if (wanted === undefined || (means.kind === "guests" && middleware?.hasOthers))
    return leave({
      offset: auth?.start ?? meta.statement.start,
      why: "what this page asks of who comes is not `auth: true`",
      write:
        wanted?.join(", ") ??
        "auth: true for who is signed in, or a middleware of your own that asks useAuth()",
      breaks: true,
    });
  const cut = middleware?.old && !middleware.hasOthers ? middleware : undefined;
  const place = auth ?? cut;
  const rest = list.items.filter(({ start }) => start !== place?.start && start !== cut?.start);
  if (wanted.length === 0 && rest.length === 0) return changeOf({ edits: [whole(page.text, meta)] });
  const inList =
    middleware?.old?.list !== undefined && middleware.hasOthers
      ? cutItem(page.text, middleware.old.list, middleware.old.item)
      : [];
  const text = wanted.join(", ");
  if (place === undefined) {
    // Other names stay in the list of middleware: what replaces the old one stands in front of it.
    const at = middleware?.start ?? list.open + 1;
    return changeOf({ edits: [{ start: at, end: at, text: `${text}, ` }, ...inList] });
  }
  const gone = auth && cut ? cutItem(page.text, list, cut) : [];
  const replaced =
    wanted.length === 0 ? cutItem(page.text, list, place) : [{ start: place.start, end: place.end, text }];
  return changeOf({ edits: [...replaced, ...gone, ...inList] });
}

/** The call with its line, and the empty one below: it stands at the top of a script. */
function whole(text: string, { statement }: PageMeta): TextEdit {
  const line = withoutLine(text, statement);
  return { ...line, end: line.end + breakAfter(text, line.end) };
}

/** Undefined: for a person to decide. */
function membersFor({ isGlobal, style }: Page, means: MetaAuth): readonly string[] | undefined {
  const open = isGlobal ? ["isPublic: true"] : [];
  switch (means.kind) {
    case "open":
      return open;
    case "guarded":
      return ["auth: true"];
    case "guests":
      return [
        ...open,
        requote(
          `middleware: [() => (useAuth().status.value === "authenticated" ? navigateTo(${means.to}) : undefined)]`,
          style.quote,
        ),
      ];
    case "led":
      return [
        ...open,
        requote(
          `middleware: [() => (useAuth().status.value === "authenticated" ? undefined : navigateTo(${means.to}))]`,
          style.quote,
        ),
      ];
    case "unclear":
      return undefined;
  }
}
