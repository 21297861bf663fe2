/** Where sessions began: kept at sign-in, until they end. The plugin can do without its table: then nothing is said of it. */
import { readSessionCookies } from "../../http/cookie-chunks.js";
import type { CookieChange } from "../../http/cookies.js";
import { sessionIdIn } from "../../security/own-claims.js";
import type { SessionInfo } from "../../server-functions/plugin-functions.js";
import type { FlowContext } from "../../types/flow.js";
import type { RecordRow } from "../../types/records.js";
import type { SessionContext, SessionStrategy } from "../../types/resolved-config.js";
import { deleteRows } from "../host/delete-rows.js";
import type { AroundSessions, PluginScope } from "../host/plugin.js";
import { sessionIdOf, tokenIdOf } from "../sessions/session-ids.js";
import { quietly, unlessMissing } from "./optional-table.js";
import { placeFrom, type ReadPlace } from "./places.js";
import { listSessions } from "./sessions.js";
import { sessionPlaces } from "./tables.js";
import type { SignedInUser } from "./user.js";

const mostListed = 1000;
/** Sessions may go on longer; then nothing is said of where they began. */
const keptMs = 365 * 86_400_000;

/** A sign-in notes where it is, a sign-out forgets it. */
export function keepingPlaces(
  sessions: SessionStrategy,
  around: AroundSessions,
  readPlace: ReadPlace,
): SessionStrategy {
  const note = quietly("where users signed in");
  return {
    ...sessions,
    async create(context, signedIn) {
      const created = await sessions.create(context, signedIn);
      const { resolved } = context;
      const { request } = context as Partial<FlowContext>;
      const { user, adds } = signedIn;
      // A session that goes on began elsewhere.
      if (request === undefined || user.id === undefined || adds === "session") return created;
      await note(resolved, async () => {
        const place = readPlace(request);
        if (place === undefined) return;
        const own = around.scope(resolved);
        const cookieHeader = sentBack(created.cookies);
        const id = await openSessionId(sessions, { ...context, cookieHeader }, own);
        const expires = new Date(Date.now() + keptMs);
        if (id !== undefined)
          await own.records(sessionPlaces).insert({ id, userId: String(user.id), ...place, expires });
      });
      return created;
    },
    async end(context) {
      const { resolved } = context;
      const own = around.scope(resolved);
      const id = await note(resolved, () => openSessionId(sessions, context, own));
      const ended = await sessions.end(context);
      if (id !== undefined) await note(resolved, () => own.records(sessionPlaces).consume({ id }));
      return ended;
    },
  };
}

/** Cookies of an answer as the browser will send them. */
const sentBack = (changes: readonly CookieChange[]): string =>
  changes.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");

/** The id that lists show the session of the cookies by. */
async function openSessionId(
  sessions: SessionStrategy,
  context: SessionContext,
  own: PluginScope,
): Promise<string | undefined> {
  if (context.resolved.strategy === "database") {
    const [token] = readSessionCookies(context.cookieHeader, context.cookies.sessionToken.name).values;
    return token && sessionIdOf(own, token);
  }
  // What `shown` gives with this strategy is the token.
  const rid = sessionIdIn((await sessions.shown(context)) ?? {});
  return rid === undefined ? undefined : tokenIdOf(rid);
}

const rowsOf = async (own: PluginScope, userId: string): Promise<readonly RecordRow[]> => {
  const rows = await unlessMissing(() => own.records(sessionPlaces).list({ userId }, { limit: mostListed }));
  return (rows ?? []).filter((row) => row["userId"] === userId);
};

/** Sessions with their places. Those of sessions that are over go. */
export async function listWithPlaces(asking: SignedInUser): Promise<readonly SessionInfo[]> {
  const { own, userId } = asking;
  // Asked for first: a session that begins meanwhile is in the list of sessions, but not over.
  const rows = await rowsOf(own, userId);
  const sessions = await listSessions(asking);
  const known = new Map(rows.map((row) => [String(row["id"]), placeFrom(row)]));
  const listed = sessions.map((session) => {
    const place = known.get(session.id);
    known.delete(session.id);
    return place === undefined ? session : { ...session, place };
  });
  for (const id of known.keys()) await own.records(sessionPlaces).consume({ id });
  return listed;
}

/** For the user to see, also where the app has taken the option out. */
export async function exportPlaces(own: PluginScope, userId: string) {
  const places = (await rowsOf(own, userId)).flatMap((row) => placeFrom(row) ?? []);
  return places.length === 0 ? {} : { places };
}

export const forgetPlaces = async (own: PluginScope, userId: string): Promise<void> =>
  unlessMissing(() => deleteRows(own, sessionPlaces, { userId }));
