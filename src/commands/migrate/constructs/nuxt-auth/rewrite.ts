/** What `@sidebase/nuxt-auth` is used for, as `createAuth` of `authwright/nuxt/server`, `auth.session(event)` and `useAuth()`. */
import { givenInMarkupAt } from "../../../../cli/source/syntax/probes.js";
import { changeOf, leave, mergeChanges, noChange, type Change } from "../../change.js";
import type { Surveyed } from "../../read-file.js";
import { subpathOfPackage, type TargetRules } from "../../../../cli/old-auth/targets.js";
import {
  serverModule,
  type Composable,
  type HandlerCall,
  type NuxtAuthPlaces,
  type ServerCall,
  type TakenMember,
} from "./read.js";

/** What was decided in view of the whole app. */
export interface NuxtApp {
  /** The file with the handler, and the one that its configuration moves to. */
  readonly home: { readonly from: string; readonly to: string };
  /** How a file names the module of the configuration. */
  readonly specifierFrom: (file: string) => string;
  /** The code of `secret` among the options, where it means the same in another file of the server. */
  readonly secret: string | undefined;
  /** Every page asked for sign-in. */
  readonly isGlobal: boolean;
}

interface File extends Pick<Surveyed, "file" | "text" | "module" | "uses"> {
  readonly app: NuxtApp;
  readonly rules: TargetRules;
}

export const migrateNuxtAuth = (file: File, places: NuxtAuthPlaces): Change => {
  const calls = mergeChanges([
    ...places.handlers.map((one) => migrateHandler(file, one)),
    ...places.sessions.map((one) => migrateSession(file, one)),
    ...places.tokens.map((one) => migrateToken(file, one)),
  ]);
  const locals = file.uses.statements
    .filter(({ specifier }) => specifier === serverModule)
    .flatMap(({ bindings }) => bindings.map(({ local }) => local));
  return mergeChanges([
    calls.todos.length > 0 ? calls : mergeChanges([calls, changeOf({ names: { dropped: locals } })]),
    ...places.defaults.map(({ comment, start, end }) =>
      changeOf({
        edits: [{ start, end, text: "" }, ...(comment === undefined ? [] : [{ ...comment, text: "" }])],
      }),
    ),
    ...places.composables.map(migrateComposable),
    ...places.metaReads.map(({ start }) =>
      leave({
        offset: start,
        why: "pages say `auth: true`, or what they ask for; `auth: false` is gone",
        write: file.app.isGlobal
          ? "to.meta.isPublic === true for a page that is open"
          : "to.meta.auth === undefined for a page that is open",
      }),
    ),
    file.text.includes("getSession(") ? givenInTemplate(file.text) : noChange,
  ]);
};

function migrateHandler({ rules }: File, { lead, callee, start }: HandlerCall): Change {
  const specifier = subpathOfPackage(rules, "nuxt/server");
  if (lead === undefined)
    return leave({
      offset: start,
      why: "the handler is not exported where it is made",
      write: `export const auth = createAuth({ … }) in server/auth.ts, with createAuth of "${specifier}"; the module answers at its addresses`,
      breaks: true,
    });
  return changeOf({
    edits: [
      { ...lead, text: "export const auth = " },
      { ...callee, text: "createAuth" },
    ],
    names: { wanted: [{ specifier, name: "createAuth" }] },
  });
}

function migrateSession(file: File, { event, start, end }: ServerCall): Change {
  if (event === undefined)
    return leave({
      offset: start,
      why: "it is not called with the event alone",
      write: "await auth.session(event)",
      breaks: true,
    });
  const { module, app } = file;
  const isFree = !module.names.has("auth");
  const name = isFree ? "auth" : "appAuth";
  const wanted = { specifier: app.specifierFrom(file.file), name: isFree ? name : `auth as ${name}` };
  return changeOf({
    edits: [{ start, end, text: `${name}.session(${event})` }],
    names: { wanted: [wanted] },
  });
}

function migrateToken({ app, rules }: File, { event, start, end }: ServerCall): Change {
  const specifier = subpathOfPackage(rules, "jwt");
  if (event === undefined || app.secret === undefined)
    return leave({
      offset: start,
      why: "the secret has to be said here: the options of the handler are not asked for it",
      write: `getToken({ req: event, secret: … }), with getToken of "${specifier}"; without secret it is AUTH_SECRET`,
      breaks: true,
    });
  const text = `getToken({ req: ${event}, secret: ${app.secret} })`;
  return changeOf({ edits: [{ start, end, text }], names: { wanted: [{ specifier, name: "getToken" }] } });
}

/** Members of `useAuth()` that have another name. */
const renamed: Readonly<Record<string, string>> = { getSession: "update", refresh: "update" };

const gone: Readonly<Record<string, { readonly why: string; readonly write: string }>> = {
  lastRefreshedAt: {
    why: "`lastRefreshedAt` is not kept",
    write: "nothing, or a time of your own beside update()",
  },
  loading: { why: "`loading` is a status", write: 'status.value === "loading"' },
  getCsrfToken: {
    why: "`useAuth()` has no `getCsrfToken`",
    write: 'import { getCsrfToken } from "authwright/vue"; signIn and signOut send it by themselves',
  },
  getProviders: {
    why: "`useAuth()` has no `getProviders`",
    write: 'import { getProviders } from "authwright/vue"',
  },
};

const migrateComposable = ({ callee, isState, taken }: Composable): Change =>
  mergeChanges([
    isState ? changeOf({ edits: [{ ...callee, text: "useAuth" }] }) : noChange,
    ...taken.map(migrateMember),
  ]);

function migrateMember({ name, isShort, isGiven, start, end }: TakenMember): Change {
  const advice = gone[name];
  if (advice !== undefined) return leave({ offset: start, ...advice, breaks: true });
  const fresh = renamed[name];
  if (fresh === undefined) return noChange;
  const change = changeOf({ edits: [{ start, end, text: isShort ? `${fresh}: ${name}` : fresh }] });
  return isGiven ? mergeChanges([change, leave({ offset: start, ...given })]) : change;
}

const given = {
  why: "`update` of useAuth() hands what it is given to the callbacks: it takes no options of `getSession`",
  write: "update() without an argument; a page that must not be open has definePageMeta({ auth: true })",
  breaks: true as const,
};

/** `@click="getSession({ required: true })"`, which no parser of code reads. */
function givenInTemplate(text: string): Change {
  const at = givenInMarkupAt(text, "getSession");
  return at === -1 ? noChange : leave({ offset: at, ...given });
}
