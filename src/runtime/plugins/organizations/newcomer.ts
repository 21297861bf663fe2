/** A press on an invitation to an address without a user: it makes the user, who joins and is signed in. */
import { askSignIn, completeSignIn } from "../../flows/complete-sign-in.js";
import type { Linked, Linking, SignIn } from "../../accounts/sign-in.js";
import { randomId } from "../../security/random.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { EmailConfig } from "../../types/email-provider.js";
import type { Account } from "../../types/entities.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { hostOf, pluginsOf } from "../host/scope.js";
import type { Departure } from "../host/plugin-host.js";
import { type Acceptance, addInvited, assertPlace, useUp } from "./acceptance.js";
import { isInvited, markInvited } from "./invited-users.js";
import { OrganizationError } from "./organization-error.js";
import { signInFirst } from "./sign-in-first.js";
import { type PageAsking, urlOf } from "./view.js";

/** Nobody has the address. */
export type NewUser = Extract<Acceptance, { readonly is: "new-user" }>;

/** The account of a user without anything else, who gets in again by a mail. */
type AccountOf = (user: AdapterUser) => Account;

/** A sign-in by mail would find no user, or another one, where the provider refuses or rewrites the address. */
async function takesAddress({ normalizeIdentifier }: EmailConfig, address: string): Promise<boolean> {
  if (normalizeIdentifier === undefined) return true;
  try {
    return (await normalizeIdentifier(address)) === address;
  } catch {
    return false;
  }
}

/** @returns undefined: no mail lets a user with this address in */
async function mailedWayIn(resolved: ResolvedConfig, address: string): Promise<AccountOf | undefined> {
  for (const mailer of resolved.providers("email"))
    if (await takesAddress(mailer, address))
      return ({ id, email }) => ({
        type: "email",
        provider: mailer.id,
        providerAccountId: email,
        userId: id,
      });
  const provider = pluginsOf(resolved.config).find(({ mailedWayIn: way }) => way)?.mailedWayIn;
  if (provider === undefined) return undefined;
  return ({ id }) => ({ type: "credentials", provider, providerAccountId: id, userId: id });
}

/**
 * What there is to do with such a link: `join` by a press, ask for a fresh one by `mail`, or `sign-in` in another way,
 * where no mail would let the user in again.
 */
export async function wayOfNewUser(resolved: ResolvedConfig, { address, provesMailbox }: NewUser) {
  if ((await mailedWayIn(resolved, address)) === undefined) return "sign-in";
  return provesMailbox ? "join" : "mail";
}

/**
 * As a sign-in by mail makes its user. Where one would wait for a step, the user signs in by mail first, and comes back.
 *
 * @throws OrganizationError with `signed-out` where the link makes no user; `not-found`, `too-many`, `busy`
 * @throws AccessDenied, and what else refuses a sign-in
 */
export async function joinAsNewcomer(asking: PageAsking, judged: NewUser): Promise<Departure> {
  const { resolved } = asking.context;
  const accountOf = await mailedWayIn(resolved, judged.address);
  if (accountOf === undefined || !judged.provesMailbox)
    throw new OrganizationError("signed-out", "This link makes no user");
  const { address: email, organization } = judged;
  const user = { id: randomId(), email, emailVerified: new Date() };
  const account = accountOf(user);
  const elsewhere = await askSignIn(asking.context, { user, account });
  if (elsewhere !== null) return { location: elsewhere, cookies: [] };
  const steps = await hostOf(resolved).askSteps(asking.context, asked(user, account), []);
  if (steps.challenge !== undefined) return signInFirst(asking);
  await assertPlace(asking, organization);
  const callbackUrl = urlOf(asking.context, "/organizations/:slug", organization.slug);
  const result = await completeSignIn(
    { ...asking.context, callbackUrl },
    signInOf(asking, judged, { user, account }),
    [],
    steps,
  );
  // Whoever has proven the address meanwhile has ended the sessions of before: nobody gets this one.
  if (!(await isMarked(asking, email))) return { location: callbackUrl, cookies: [] };
  const location = result.kind === "redirect" ? result.location : callbackUrl;
  return { location, cookies: result.cookies ?? [] };
}

async function isMarked({ context: { resolved }, own }: PageAsking, email: string): Promise<boolean> {
  const user = await resolved.adapter?.getUserByEmail(email);
  return user ? isInvited(own, String(user.id)) : false;
}

/** Steps are asked before there is a user. */
const asked = (user: AdapterUser, account: Account): SignIn => ({
  method: { linking: "none" },
  user,
  account,
});

function signInOf(
  asking: PageAsking,
  judged: NewUser,
  { user, account }: { readonly user: AdapterUser; readonly account: Account },
): SignIn {
  return {
    method: { linking: "address", link: (linking) => joinAs(asking, judged, linking, user) },
    user,
    account,
    // The link may have been forwarded.
    isElsewhere: true,
  };
}

async function joinAs(
  asking: PageAsking,
  judged: NewUser,
  { store, context: { resolved } }: Linking,
  newcomer: AdapterUser,
): Promise<Linked> {
  const { own } = asking;
  return useUp(own, judged.invitation, async () => {
    const user = await create(store, newcomer);
    await resolved.emit("createUser", { user });
    const userId = String(user.id);
    await markInvited(own, userId);
    await addInvited(asking, judged, userId);
    return { user, isNewUser: true };
  });
}

/** @throws OrganizationError with `busy` where somebody has got the address meanwhile: the link proves nothing over their row */
async function create(store: Linking["store"], newcomer: AdapterUser): Promise<AdapterUser> {
  const taken = () => new OrganizationError("busy", "A user with this address was made just now");
  const { email } = newcomer;
  if ((await store.getUserByEmail(email)) !== null) throw taken();
  try {
    return await store.createUser(newcomer);
  } catch (thrown) {
    throw (await store.getUserByEmail(email)) === null ? thrown : taken();
  }
}
