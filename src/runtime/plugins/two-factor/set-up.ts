/** Setting up: a picture for the authenticator app, a first code, the recovery codes, and then it counts. */
import { AccessDenied } from "../../errors/index.js";
import { type FlowResult, redirect } from "../../http/flow-result.js";
import { withCookies } from "../../http/flow-result.js";
import { safeName } from "../../pages/safe-values.js";
import { pageUrl } from "../../security/page-url.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import { assertMayChange, tellChange } from "../accounts/authenticators.js";
import { countChange } from "../accounts/change-count.js";
import type { PluginRoute, PluginScope } from "../host/plugin.js";
import { askedAtOf } from "../sessions/sign-in-time.js";
import { askAnewCookies } from "../../flows/max-age.js";
import { pendingSignIn, resumeSignIn } from "../sign-in/steps.js";
import { wrongAnswer } from "./answers.js";
import { enrol, type Enrolment, hasFactor, replace } from "./factor-store.js";
import { isRequired, type TwoFactorSettings, storedIdOf, type TwoFactorUser } from "./options.js";
import { type AuthenticatorSecret, freshPage, setUpPage } from "./pages.js";
import { paths, stepId } from "./paths.js";
import { newRecoveryCodes } from "./recovery-codes.js";
import { saveCodesPage } from "./recovery-pages.js";
import { openFromForm, sealForForm } from "./sealed-values.js";
import { markSession, shownNow } from "./session-factor.js";
import { endWish, wishSetUp } from "./set-up-wish.js";
import type { SignInNote } from "./step.js";
import { matchingStep, newSecret, otpauthUri } from "./totp.js";
import { forgetThisBrowser } from "./trusted-browsers.js";
import { staleAnswer, toPage, toSignIn, visitorOf, type Visitor } from "./visitor.js";

/** A sign-in or a session that a factor is set up in. */
interface Place {
  readonly user: TwoFactorUser;
  readonly path: PluginPath;
  readonly save: PluginPath;
  readonly skip: PluginPath | undefined;
  readonly isNeeded: boolean;
  finish(enrolment: Enrolment): Promise<FlowResult>;
}

/** Finds where the request is, or answers it otherwise. */
type FindPlace = (
  context: FlowContext,
  own: PluginScope,
  settings: TwoFactorSettings,
) => Promise<Place | FlowResult>;

/** @throws AccessDenied where the user has a factor: a sign-in that waits must not give itself another one */
const placeInSignIn: FindPlace = async (context, own, settings) => {
  const { user } = await pendingSignIn(context, stepId);
  const userId = storedIdOf(user);
  if (userId !== undefined && (await hasFactor({ own, userId })))
    throw new AccessDenied("The user has a second factor: it has to be shown");
  const isNeeded = await isRequired(settings, user);
  return {
    user,
    path: paths.first,
    save: paths.firstSave,
    skip: isNeeded ? undefined : paths.firstSkip,
    isNeeded,
    async finish(enrolment) {
      const note: SignInNote = { ...shownNow(["otp", "mfa"]), enrolment, isNew: user.isNew };
      return withCookies(await resumeSignIn(context, stepId, note), endWish(context));
    },
  };
};

const placeInSession: FindPlace = async (context, own, settings) => {
  const visitor = await visitorOf(context, own);
  if (visitor === undefined) return toSignIn(context, pageUrl(context, paths.setUp));
  const isOn = await hasFactor(visitor);
  const stale = await (isOn ? staleAnswer(context, visitor, paths.setUp) : staleSignIn(context, visitor));
  if (stale !== undefined) return stale;
  await assertMayChange(context, visitor, pageUrl(context, paths.setUp));
  return {
    user: visitor.user,
    path: paths.setUp,
    save: paths.setUpSave,
    skip: undefined,
    isNeeded: await isRequired(settings, visitor.user),
    finish: (enrolment) => finishInSession(context, visitor, isOn, enrolment),
  };
};

const signInSeconds = 600;

/** Who has signed in some time ago may have left the browser to somebody else. */
async function staleSignIn(context: FlowContext, { read, own }: Visitor): Promise<FlowResult | undefined> {
  const askedAt = await askedAtOf(context.resolved, read);
  if (askedAt !== undefined && Date.now() - askedAt.valueOf() <= signInSeconds * 1000) return undefined;
  const page = own.show(context, freshPage({ context, own }, paths.again, askedAt));
  return { ...page, cookies: await askAnewCookies(context, signInSeconds) };
}

async function finishInSession(
  context: FlowContext,
  visitor: Visitor,
  isOn: boolean,
  enrolment: Enrolment,
): Promise<FlowResult> {
  await countChange(context, visitor.userId, async () => {
    if (isOn) await replace(visitor, enrolment);
    else if (!(await enrol(visitor, enrolment)))
      throw new AccessDenied("The user has set up another second factor meanwhile");
  });
  await tellChange(context, { userId: visitor.userId, of: "factor", is: "added" });
  const cookies = await markSession(context, visitor.own, visitor.read, shownNow(["otp", "mfa"]));
  return redirect(context.callbackUrl, [...cookies, ...forgetThisBrowser(context), ...endWish(context)]);
}

/** Names the user of a form; a new one has no id that is sure. */
const nameOf = ({ id, email, isNew }: TwoFactorUser): string => JSON.stringify([isNew ? null : id, email]);

/** @param known the secret of a form that was sent before */
async function showSetUp(
  context: FlowContext,
  own: PluginScope,
  { place, issuer, known }: { place: Place; issuer: string | undefined; known?: string },
) {
  const { user } = place;
  const secret = known ?? newSecret();
  const { theme } = context.resolved;
  const by = safeName(issuer) || safeName(theme.name) || new URL(context.site.origin).host;
  const uri = otpauthUri(secret, by, safeName(user.email) || safeName(user.name) || "account");
  const { qrCode } = await import("./qr-code.js");
  const shown: AuthenticatorSecret = {
    secret,
    uri,
    picture: qrCode(uri, own.message(context, "picture")),
    sealed: await sealForForm(context, "set-up", nameOf(user), secret),
  };
  return setUpPage({ context, own }, { ...place, ...shown, isWrong: known !== undefined });
}

async function answerSetUp(
  context: FlowContext,
  own: PluginScope,
  place: Place,
  issuer: string | undefined,
): Promise<FlowResult> {
  const { setUp, code } = (await context.request.body()) ?? {};
  const known = String(await openFromForm(context, "set-up", nameOf(place.user), setUp));
  const typed = typeof code === "string" ? code : "";
  const step = await matchingStep(known, typed, { now: Date.now(), after: 0 });
  if (step === undefined)
    throw wrongAnswer({ context, own }, await showSetUp(context, own, { place, issuer, known }));
  const enrolment: Enrolment = { secret: known, step, codes: newRecoveryCodes() };
  const sealed = await sealForForm(context, "enrolment", nameOf(place.user), enrolment);
  return own.show(
    context,
    saveCodesPage({ context, own }, { codes: enrolment.codes, sealed, path: place.save }),
  );
}

async function save(context: FlowContext, place: Place): Promise<FlowResult> {
  const { enrolment } = (await context.request.body()) ?? {};
  const opened = await openFromForm(context, "enrolment", nameOf(place.user), enrolment);
  return place.finish(opened as Enrolment);
}

/** The three routes of one place. */
function routesAt(
  find: FindPlace,
  path: PluginPath,
  savePath: PluginPath,
  settings: TwoFactorSettings,
): PluginRoute[] {
  const at =
    (
      flow: (context: FlowContext, own: PluginScope, place: Place) => Promise<FlowResult>,
    ): PluginRoute["flow"] =>
    async (context, own) => {
      const place = await find(context, own, settings);
      return "kind" in place ? place : flow(context, own, place);
    };
  const { issuer } = settings;
  return [
    {
      method: "GET",
      path,
      flow: at(async (context, own, place) =>
        own.show(context, await showSetUp(context, own, { place, issuer })),
      ),
    },
    {
      method: "POST",
      path,
      of: "factor",
      throttle: "credentials",
      flow: at((context, own, place) => answerSetUp(context, own, place, issuer)),
    },
    {
      method: "POST",
      path: savePath,
      of: "factor",
      flow: at((context, _own, place) => save(context, place)),
    },
  ];
}

/** Leaves it out, where nobody needs it. */
async function skip(
  context: FlowContext,
  own: PluginScope,
  settings: TwoFactorSettings,
): Promise<FlowResult> {
  const place = await placeInSignIn(context, own, settings);
  if ("kind" in place) return place;
  if (place.isNeeded) throw new AccessDenied("The user needs a second factor");
  const note: SignInNote = shownNow([]);
  return withCookies(await resumeSignIn(context, stepId, note), endWish(context));
}

async function signInAgain(context: FlowContext, own: PluginScope): Promise<FlowResult> {
  const visitor = await visitorOf(context, own);
  if (visitor === undefined) return toSignIn(context);
  if (await hasFactor(visitor)) return toPage(context, paths.setUp);
  return withCookies(toSignIn(context), [await wishSetUp(context, visitor.userId)]);
}

export const setUpRoutes = (settings: TwoFactorSettings): readonly PluginRoute[] => [
  ...routesAt(placeInSignIn, paths.first, paths.firstSave, settings),
  ...routesAt(placeInSession, paths.setUp, paths.setUpSave, settings),
  {
    method: "POST",
    path: paths.firstSkip,
    of: "none",
    flow: (context, own) => skip(context, own, settings),
  },
  { method: "POST", path: paths.again, of: "none", flow: signInAgain },
];
