/** Where a request comes from, as the platform in front of the app says it. Any client can say so where there is none. */
import { safeName } from "../../pages/safe-values.js";
import type { SessionPlace } from "../../server-functions/plugin-functions.js";
import type { FlowContext } from "../../types/flow.js";
import { membersOf } from "../../types/members.js";

type Asked = FlowContext["request"];
/** What is said of a place, by whomever. */
type Claimed = Readonly<Partial<Record<keyof SessionPlace, unknown>>>;

/** Platforms whose headers are known. */
type Platform = "vercel" | "cloudflare" | "netlify";

/** Each reads the headers that its platform documents. */
const platforms: Readonly<Record<Platform, (request: Asked) => Claimed>> = {
  vercel: (request) => ({
    city: percentDecoded(request.header("x-vercel-ip-city")),
    country: request.header("x-vercel-ip-country"),
  }),
  cloudflare: (request) => ({
    city: utf8Of(request.header("cf-ipcity")),
    country: request.header("cf-ipcountry"),
  }),
  netlify: (request) => fromJson(request.header("x-nf-geo")),
};

/** The platform that the app runs behind, or a function that says where a request comes from: a city, or city and country. */
export type PlaceOption = Platform | ((request: Request) => string | Partial<SessionPlace> | undefined);

export type ReadPlace = (request: Asked) => SessionPlace | undefined;

/** @throws RangeError for what is no platform */
export function placeReader(option: PlaceOption): ReadPlace {
  if (typeof option === "function")
    return (request) => {
      const said = option(withoutBody(request));
      return placeFrom(typeof said === "string" ? { city: said } : (said ?? {}));
    };
  if (!Object.hasOwn(platforms, option))
    throw new RangeError(`account: place is one of ${Object.keys(platforms).join(", ")}, or a function`);
  return (request) => placeFrom(platforms[option](request));
}

/** As far as a page may show it. */
export function placeFrom({ city: said, country: code }: Claimed): SessionPlace | undefined {
  const city = safeName(said) || null;
  const country = typeof code === "string" && isCountry(code) ? code : null;
  return city === null && country === null ? undefined : { city, country };
}

/** XX and ZZ stand for "unknown", T1 for the Tor network. */
const isCountry = (code: string): boolean => /^(?!XX|ZZ)[A-Z]{2}$/.test(code);

function percentDecoded(text: string | null): string | undefined {
  try {
    return decodeURIComponent(text ?? "");
  } catch {
    return undefined;
  }
}

/** Servers give each byte of a header as a character, where the platform has written UTF-8. */
function utf8Of(text: string | null): string | null {
  if (text === null || !/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  try {
    return fromBytes(text);
  } catch {
    return text;
  }
}

const fromBytes = (bytes: string): string =>
  new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));

/** `{ city, country: { code } }`, in base64. */
function fromJson(text: string | null): Claimed {
  try {
    const { city, country } = membersOf(JSON.parse(fromBytes(atob(text ?? ""))));
    return { city, country: membersOf(country)["code"] };
  } catch {
    return {};
  }
}

/** For code of the app, which must not take the body away. */
function withoutBody(request: Asked): Request {
  const { url, headers } = request.toRequest(request.method === "POST" ? {} : undefined);
  return new Request(url, { headers });
}
