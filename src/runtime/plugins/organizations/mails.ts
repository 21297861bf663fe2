/** The mails of the plugin, in the language of the request that caused them. */
import { AuthError, toError } from "../../errors/index.js";
import { appIn } from "../../mail/own-mail.js";
import { fullAddress } from "../../pages/safe-values.js";
import { pageUrl } from "../../security/page-url.js";
import { withoutValues } from "../../security/without-values.js";
import { siteAt } from "../../settings/origin.js";
import type { LanguageRequest } from "../../types/language-host.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { Site } from "../../types/site.js";
import type { PluginScope } from "../host/plugin.js";
import { canMail, mailTo, noRequest } from "../mail/mail-to.js";
import type { PluginMail } from "../mail/send-mail.js";
import { memberRows, type Organization } from "./memberships.js";
import type { Settings } from "./options.js";
import type { OrganizationText } from "./texts.js";

/** What mails are written from. */
export interface Teller {
  readonly own: PluginScope;
  readonly settings: Settings;
  readonly from: {
    readonly resolved: ResolvedConfig;
    /** undefined: nothing says where the app is, and nobody is told. */
    readonly site?: Site | undefined;
    readonly request?: LanguageRequest | undefined;
  };
}

type Say = (name: OrganizationText, values?: Readonly<Record<string, string>>) => string;

/** Where no request is answered: the site of AUTH_URL. */
export const siteOfMails = (resolved: ResolvedConfig): Site | undefined =>
  resolved.siteOrigin === undefined
    ? undefined
    : siteAt(resolved, resolved.siteOrigin, { isVouchedFor: true });

/** The page of an organisation. */
const organizationUrl = (
  place: Parameters<typeof pageUrl>[0],
  { slug }: Pick<Organization, "slug">,
): string => pageUrl(place, "/organizations/:slug").replace(":slug", slug);

interface Written {
  readonly to: string;
  readonly expires?: Date;
  url(place: Parameters<typeof pageUrl>[0]): string;
  words(say: Say): PluginMail["words"];
}

/** @throws what the transport throws, without the address and the link; AuthError where only a header says where links lead to */
async function send({ own, settings, from }: Teller, name: PluginMail["name"], mail: Written): Promise<void> {
  const { resolved, request = noRequest } = from;
  if (from.site === undefined)
    throw new AuthError("Without AUTH_URL nothing says where links of mails lead to");
  const site = await resolved.mailedSite(from.site);
  const url = mail.url({ resolved, site });
  const app = appIn({ url, theme: resolved.theme });
  const say: Say = (text, values) => own.message({ resolved, request }, text, { ...values, app });
  const { to, expires } = mail;
  const whole = { name, to, expires, url, words: mail.words(say) };
  await mailTo({ resolved, site, request }, whole, settings.sendMail);
}

/** A secret link. */
export interface MailedInvitation {
  readonly organization: Organization;
  readonly address: string;
  readonly token: string;
  readonly expires: Date;
  /** undefined: the server itself. */
  readonly inviter: AdapterUser | undefined;
}

/** The address of a page that takes an invitation. */
export const invitationUrl = (place: Parameters<typeof pageUrl>[0], token: string): string =>
  `${pageUrl(place, "/invitation")}?${new URLSearchParams({ token })}`;

/** @throws what the transport throws */
export const mailInvitation = (
  teller: Teller,
  { organization: { name: organization }, address, token, expires, inviter }: MailedInvitation,
): Promise<void> =>
  send(teller, "invitation", {
    to: address,
    expires,
    url: (place) => invitationUrl(place, token),
    words: (say) => ({
      subject: say("mailInviteSubject", { organization }),
      heading: say("mailInviteHeading", { organization }),
      more:
        inviter === undefined
          ? say("mailInviteMoreServer", { address })
          : say("mailInviteMore", { address, inviter: fullAddress(inviter.email) || say("somebody") }),
      button: say("mailInviteButton"),
      closing: say("mailInviteClosing", { organization }),
    }),
  });

/** What members are told of themselves. */
type Notice = "Role" | "Removed" | "Owner";

const names = {
  Role: "roleChanged",
  Removed: "memberRemoved",
  Owner: "ownerChanged",
} as const satisfies Record<Notice, PluginMail["name"]>;

/** Tells a user. What goes wrong is in the log: it is done already. */
async function notify(
  teller: Teller,
  kind: Notice,
  {
    userId,
    organization,
    more,
  }: {
    readonly userId: string;
    readonly organization: Organization;
    more?(say: Say): string;
  },
): Promise<void> {
  const { resolved } = teller.from;
  if (!teller.settings.notify || !canMail(resolved)) return;
  let to: string | undefined;
  try {
    to = (await resolved.adapter?.getUser(userId))?.email || undefined;
    if (to === undefined) return;
    const named = { organization: organization.name };
    await send(teller, names[kind], {
      to,
      url: (place) =>
        kind === "Removed" ? pageUrl(place, "/organizations") : organizationUrl(place, organization),
      words: (say) => ({
        subject: say(`mail${kind}Subject`, named),
        heading: say(`mail${kind}Heading`, named),
        more: more?.(say),
        button: say("mailButton"),
        closing: say("mailNotice"),
      }),
    });
  } catch (thrown) {
    const err = withoutValues(toError(thrown), to === undefined ? [] : [to]);
    resolved.logger.error(
      new AuthError("A mail of the plugin organizations was not sent", { cause: { err } }),
    );
  }
}

/** Tells a member of another role. */
export const tellRole = (
  teller: Teller,
  organization: Organization,
  { userId, from, role }: { readonly userId: string; readonly from: string; readonly role: string },
): Promise<void> =>
  notify(teller, "Role", { userId, organization, more: (say) => say("mailRoleMore", { from, role }) });

/** Tells whoever was removed. */
export const tellRemoved = (teller: Teller, organization: Organization, userId: string): Promise<void> =>
  notify(teller, "Removed", { userId, organization });

/** Tells whom an organisation was handed over to. */
export const tellHandedOver = (teller: Teller, organization: Organization, userId: string): Promise<void> =>
  notify(teller, "Owner", { userId, organization, more: (say) => say("mailHandedMore") });

const atOnce = 20;

/** Tells all members that one of them owns the organisation now. */
export async function tellSuccession(
  teller: Teller,
  organization: Organization,
  heirId: string,
): Promise<void> {
  const heir = await teller.from.resolved.adapter?.getUser(heirId);
  const more = (say: Say) => say("mailOwnerMore", { owner: fullAddress(heir?.email) || say("somebody") });
  let batch: Promise<void>[] = [];
  for await (const { userId } of memberRows(teller.own, { organizationId: organization.id })) {
    batch.push(notify(teller, "Owner", { userId, organization, more }));
    if (batch.length < atOnce) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
}
