import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "foursquare",
  name: "Foursquare",
  type: "oauth",
  status: "limited",
  params: [{ name: "apiVersion", required: false, default: "20230131" }],
  authorization: "https://foursquare.com/oauth2/authenticate",
  token: "https://foursquare.com/oauth2/access_token",
  userinfo: "https://api.foursquare.com/v2/users/self?v={apiVersion}",
  userinfoTokenIn: { query: "oauth_token" },
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "response.user.id",
    name: "${response.user.firstName} ${response.user.lastName}",
    email: "response.user.contact.email",
    image: "${response.user.photo.prefix}original${response.user.photo.suffix}",
  },
  style: { bg: "#000", text: "#fff" },
  docs: "https://docs.foursquare.com/developer/reference/authentication",
  console: "https://foursquare.com/developers/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: [
    "The app was closed in 2025; the API has little use for sign-in",
    "Every call carries the version as date",
  ],
  mark: "foursquare",
  options: { apiVersion: "Version of the API, as a date." },
};
