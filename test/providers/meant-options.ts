/** Where an option of the reference ends differently here, by `provider option: field`, with the reason. */
export const meant: readonly { readonly lines: RegExp; readonly reason: string }[] = [
  {
    lines: /^\S+ authorization: param /,
    reason: "what an address does not say stays as the provider has it; the reference drops all of it",
  },
  {
    lines: /^\S+ authorization: authorization "https:\/\/op\.example/,
    reason: "parameters alone leave the address: the reference loses one that was written as text",
  },
  {
    lines: /^\S+ redirectProxyUrl: checks /,
    reason: "the provider's own checks differ (compatibility-providers.md); both add state",
  },
  {
    lines: /^apple redirectProxyUrl: redirectProxyUrl "undefined"/,
    reason: "not used for posted answers: the reference drops the option, here it has no effect",
  },
  {
    lines: /^\S+ checks: checks /,
    reason: "a list that somebody gives is taken as it is; the reference mixes two lists by index",
  },
  {
    lines: /^(apple|azure-ad|microsoft-entra-id|tiktok) customFetch: fetch /,
    reason: "the reference's own fetch is not replaced, because it mends answers; here that is data",
  },
  {
    lines: /^(asgardeo|onelogin|azure-ad-b2c) issuer: wellKnown /,
    reason: "the reference never reads this address: discovery follows the issuer on both sides",
  },
  {
    lines: /^(frontegg|fusionauth) issuer: (authorization|token|userinfo) /,
    reason: "discovery tells the endpoints",
  },
  {
    lines: /^mattermost issuer: (issuer|wellKnown) /,
    reason: "the issuer is kept, so that `iss` of an answer can be compared",
  },
  {
    lines: /^nextcloud issuer: userinfo /,
    reason: "one address for the person, without the id that only the token answer has",
  },
  {
    lines: /^netsuite (prompt: param prompt|scope: scope) /,
    reason: "declared by the reference and without effect there",
  },
  {
    lines: /^tiktok clientId: param client_id /,
    reason: "TikTok knows client_key only",
  },
  {
    lines: /^wechat (clientId: param client_id|(clientId|clientSecret|token): token) /,
    reason: "WeChat knows appid only; id and secret are added when the token is asked for",
  },
];

/** Members of a user that the two sides read differently from the same profile, as `provider: member`. */
export const meantProfiles: readonly { readonly lines: RegExp; readonly reason: string }[] = [
  {
    lines: /^(bitbucket|click-up): email null/,
    reason: "the reference does not read the address that the provider gives",
  },
  {
    lines: /^(click-up|mailchimp|mailru|reddit|instagram): image null/,
    reason: "the reference does not read the picture that the provider gives",
  },
  {
    lines: /^pinterest: id /,
    reason: "the reference stores a name that people choose and give up",
  },
  {
    lines: /^threads: (id|name|image) /,
    reason: "the reference looks below `data`, which the documented answer has not",
  },
  {
    lines: /^eveonline: (id|name|image) /,
    reason:
      "read from the token, as the address of the reference is being retired; the id is the same number",
  },
  {
    lines: /^(faceit|mastodon): name null/,
    reason: "the name that the person shows, before the one to sign in with",
  },
  {
    lines: /^zoom: name /,
    reason: "the name that the person shows; first and last name where there is none",
  },
  { lines: /^twitter: email null/, reason: "X tells the address that it has confirmed in `confirmed_email`" },
  { lines: /^hubspot: name /, reason: "the reference takes the e-mail address for a name" },
  { lines: /^roblox: email /, reason: "Roblox has no scope for it" },
  { lines: /^(azure-devops|bungie): image /, reason: "the format that the provider really sends" },
];
