import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "wikimedia",
  name: "Wikimedia",
  type: "oauth",
  status: "active",
  authorization: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize",
  token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
  userinfo: "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "username", email: "email" },
  emailVerified: "confirmed_email",
  style: { bg: "#000", text: "#fff" },
  docs: "https://www.mediawiki.org/wiki/Extension:OAuth",
  console: "https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token when the consumer has the grant",
  notes: ["The user agent must name the app: pass userinfo.headers"],
  mark: "wikimediafoundation",
};

/** `GET /w/rest.php/oauth2/resource/profile` of Wikimedia; the members that are read. */
export interface WikimediaProfile
  extends
    Record<"editcount", number>,
    Record<"blocked", boolean>,
    Record<"registered" | "realname", string>,
    Record<"groups", WikimediaGroup[]>,
    Record<"rights", WikimediaRight[]>,
    Record<"grants", WikimediaGrant[]> {
  /** Becomes the id of the account. */
  sub: string;
  /** Becomes `user.name`. */
  username: string;
  /** Becomes `user.email`. */
  email: string;
  /** Whether the provider made sure that the address is the person's. */
  confirmed_email: boolean;
  [claim: string]: unknown;
}

/** Group of people. */
export type WikimediaGroup =
  | "*"
  | "user"
  | "autoconfirmed"
  | "extendedconfirmed"
  | "bot"
  | "sysop"
  | "bureaucrat"
  | "steward"
  | "accountcreator"
  | "import"
  | "transwiki"
  | "ipblock-exempt"
  | "oversight"
  | "rollbacker"
  | "propertycreator"
  | "wikidata-staff"
  | "flood"
  | "translationadmin"
  | "confirmed"
  | "flow-bot"
  | "checkuser";

/** What an app was allowed. */
export type WikimediaGrant =
  | "import"
  | "oversight"
  | "checkuser"
  | "basic"
  | "blockusers"
  | "createaccount"
  | "delete"
  | "editinterface"
  | "editmycssjs"
  | "editmyoptions"
  | "editmywatchlist"
  | "editpage"
  | "editprotected"
  | "editsiteconfig"
  | "globalblock"
  | "highvolume"
  | "mergehistory"
  | "oath"
  | "patrol"
  | "privateinfo"
  | "protect"
  | "rollback"
  | "sendemail"
  | "shortenurls"
  | "uploadfile"
  | "viewdeleted"
  | "viewmywatchlist";

/** What a person may do. */
export type WikimediaRight =
  | "read"
  | "autoconfirmed"
  | "bot"
  | "import"
  | "ipblock-exempt"
  | "checkuser"
  | "createaccount"
  | "delete"
  | "editinterface"
  | "editmyoptions"
  | "editmywatchlist"
  | "editprotected"
  | "globalblock"
  | "mergehistory"
  | "patrol"
  | "protect"
  | "rollback"
  | "sendemail"
  | "viewmywatchlist"
  | "abusefilter-log"
  | "apihighlimits"
  | "applychangetags"
  | "autopatrol"
  | "autoreview"
  | "bigdelete"
  | "block"
  | "blockemail"
  | "browsearchive"
  | "changetags"
  | "checkuser-log"
  | "createpage"
  | "createpagemainns"
  | "createtalk"
  | "delete-redirect"
  | "deletedhistory"
  | "deletedtext"
  | "deletelogentry"
  | "deleterevision"
  | "edit"
  | "edit-legal"
  | "editmyusercss"
  | "editmyuserjs"
  | "editmyuserjson"
  | "editsemiprotected"
  | "editsitecss"
  | "editsitejs"
  | "editsitejson"
  | "editusercss"
  | "edituserjs"
  | "edituserjson"
  | "importupload"
  | "item-merge"
  | "item-redirect"
  | "item-term"
  | "markbotedits"
  | "massmessage"
  | "minoredit"
  | "move"
  | "move-subpages"
  | "movefile"
  | "movestable"
  | "mwoauth-authonlyprivate"
  | "nominornewtalk"
  | "noratelimit"
  | "nuke"
  | "patrolmarks"
  | "property-create"
  | "property-term"
  | "purge"
  | "reupload"
  | "reupload-own"
  | "reupload-shared"
  | "skipcaptcha"
  | "suppressionlog"
  | "tboverride"
  | "templateeditor"
  | "torunblocked"
  | "transcode-reset"
  | "translate"
  | "undelete"
  | "unwatchedpages"
  | "upload"
  | "upload_by_url"
  | "viewsuppressed"
  | "writeapi";
