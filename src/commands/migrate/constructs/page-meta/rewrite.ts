/** Pages say `auth: true`; what is open to everybody says nothing, or `isPublic` where every page asked for sign-in. */
import { cutItem } from "../../../../cli/edit/comma-list.js";
import { breakAfter } from "../../../../cli/source/text/layout.js";
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { requote, type TextStyle } from "../../../../cli/source/text/text-style.js";
import { changeOf, leave, noChange, withoutLine, type Change } from "../../change.js";
import type { Range } from "../../../../cli/plan/plan.js";
import type { MetaAuth, PageMeta } from "./read.js";

/** A page, and whether every page asked for sign-in that did not say otherwise. */
export interface PagePlace {
  readonly text: string;
  readonly style: TextStyle;
  readonly isGlobal: boolean;
}

export function migratePageMeta(page: PagePlace, meta: PageMeta): Change {
  const { auth, middleware } = meta;
  if (auth === undefined && middleware?.old === undefined) return noChange;
  const means: MetaAuth = auth?.means ?? { kind: "guarded" };
  const wanted = membersFor(page, means);
  const isTaken = (means.kind === "guests" || means.kind === "led") && middleware?.hasOthers === true;
  return wanted === undefined || isTaken
    ? leave({
        offset: auth?.start ?? meta.statement.start,
        why: "what this page asks of who comes is not `auth: true`",
        write:
          wanted?.join(", ") ??
          "auth: true for who is signed in, or a middleware of your own that asks useAuth()",
        breaks: true,
      })
    : changeOf({ edits: editsOf(page.text, meta, wanted) });
}

function editsOf(text: string, meta: PageMeta, wanted: readonly string[]): TextEdit[] {
  const { auth, middleware, list } = meta;
  const cut = middleware?.old && !middleware.hasOthers ? middleware : undefined;
  const place = auth ?? cut;
  const rest = list.items.filter(({ start }) => start !== place?.start && start !== cut?.start);
  if (wanted.length === 0 && rest.length === 0) return [whole(text, meta)];
  const inList =
    middleware?.old?.list !== undefined && middleware.hasOthers
      ? cutItem(text, middleware.old.list, middleware.old.item)
      : [];
  const members = wanted.join(", ");
  // Other names stay in the list of middleware: what replaces the old one stands in front of it.
  const at = middleware?.start ?? list.open + 1;
  if (place === undefined) return [{ start: at, end: at, text: `${members}, ` }, ...inList];
  const gone = auth && cut ? cutItem(text, list, cut) : [];
  const replaced = wanted.length === 0 ? cutItem(text, list, place) : [{ ...placeOf(place), text: members }];
  return [...replaced, ...gone, ...inList];
}

const placeOf = ({ start, end }: Range): Range => ({ start, end });

/** The call with its line, and the empty one below: it stands at the top of a script. */
function whole(text: string, { statement }: PageMeta): TextEdit {
  const line = withoutLine(text, statement);
  return { ...line, end: line.end + breakAfter(text, line.end) };
}

/** Undefined: for a person to decide. */
function membersFor({ isGlobal, style }: PagePlace, means: MetaAuth): readonly string[] | undefined {
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
