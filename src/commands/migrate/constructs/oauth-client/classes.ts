/** Classes of arctic 3, as data: which provider takes the place of each, and what its constructor and calls are given. */

export interface OldClass {
  readonly provider: string;
  /** Arguments of the constructor: options of the factory, and `redirectUri`. */
  readonly takes: readonly string[];
  /** Arguments of `createAuthorizationURL`. */
  readonly sends: readonly ("state" | "verifier" | "scopes")[];
}

const standard = ["clientId", "clientSecret", "redirectUri"];

const plain = (provider: string, takes: readonly string[] = standard): OldClass => ({
  provider,
  takes,
  sends: ["state", "scopes"],
});
const withVerifier = (provider: string, takes: readonly string[] = standard): OldClass => ({
  provider,
  takes,
  sends: ["state", "verifier", "scopes"],
});
const withoutScopes = (provider: string, isProven: boolean): OldClass => ({
  provider,
  takes: standard,
  sends: isProven ? ["state", "verifier"] : ["state"],
});

export const oldClasses: Readonly<Record<string, OldClass>> = {
  AniList: withoutScopes("anilist", false),
  Atlassian: plain("atlassian"),
  Auth0: withVerifier("auth0", ["domain", ...standard]),
  Autodesk: withVerifier("autodesk"),
  BattleNet: plain("battlenet"),
  Bitbucket: withoutScopes("bitbucket", false),
  Box: plain("box"),
  Bungie: plain("bungie"),
  Coinbase: plain("coinbase"),
  Discord: withVerifier("discord"),
  Dribbble: plain("dribbble"),
  Dropbox: plain("dropbox"),
  EpicGames: plain("epicgames"),
  Etsy: withVerifier("etsy", ["clientId", "redirectUri"]),
  Facebook: plain("facebook"),
  Figma: plain("figma"),
  FortyTwo: plain("42-school"),
  Gitea: withVerifier("gitea", ["issuer", ...standard]),
  GitHub: plain("github"),
  GitLab: plain("gitlab", ["baseUrl", ...standard]),
  Google: withVerifier("google"),
  Intuit: plain("intuit"),
  Kakao: plain("kakao"),
  KeyCloak: withVerifier("keycloak", ["issuer", ...standard]),
  Kick: withVerifier("kick"),
  Lichess: withVerifier("lichess", ["clientId", "redirectUri"]),
  Line: withVerifier("line"),
  Linear: plain("linear"),
  LinkedIn: plain("linkedin"),
  Mastodon: withVerifier("mastodon", ["issuer", ...standard]),
  MercadoLibre: withoutScopes("mercadolibre", true),
  MercadoPago: withoutScopes("mercadopago", true),
  MicrosoftEntraId: withVerifier("microsoft-entra-id", ["tenant", ...standard]),
  MyAnimeList: withoutScopes("myanimelist", true),
  Notion: withoutScopes("notion", false),
  Osu: plain("osu"),
  Patreon: plain("patreon"),
  Polar: withVerifier("polar"),
  Reddit: plain("reddit"),
  Roblox: withVerifier("roblox"),
  Shikimori: withoutScopes("shikimori", false),
  Slack: plain("slack"),
  Spotify: withVerifier("spotify"),
  StartGG: plain("startgg"),
  Strava: plain("strava"),
  Tiltify: plain("tiltify"),
  Tumblr: plain("tumblr"),
  Twitch: plain("twitch"),
  Twitter: withVerifier("twitter"),
  VK: plain("vk"),
  Withings: plain("withings"),
  Yahoo: plain("yahoo"),
  Yandex: plain("yandex"),
  Zoom: withVerifier("zoom"),
};

/** Packages whose place `authwright/oauth` takes. */
export const oldClients = ["arctic", "oslo"] as const;

/** Methods of the tokens of arctic that give a text, and the members that hold it. */
export const textMembers: Readonly<Record<string, string>> = {
  accessToken: "access_token",
  refreshToken: "refresh_token",
  idToken: "id_token",
  tokenType: "token_type",
};

/** Other methods of theirs, as expressions over the tokens. */
export const tokenMembers: Readonly<Record<string, (tokens: string) => string>> = {
  hasRefreshToken: (tokens) => `(${tokens}.refresh_token !== undefined)`,
  hasScopes: (tokens) => `(${tokens}.scope !== undefined)`,
  scopes: (tokens) => `String(${tokens}.scope).split(" ")`,
  accessTokenExpiresAt: (tokens) => `new Date(Number(${tokens}.expires_at) * 1000)`,
  accessTokenExpiresInSeconds: (tokens) => `Number(${tokens}.expires_at) - Math.floor(Date.now() / 1000)`,
};
