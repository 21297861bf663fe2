/** Where the browser, or the server that renders for it, finds the handler. */

/** Replaced or filled in by bundlers; the plain spelling `process.env.NAME` is the only one they recognise. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** Where the handler is. */
export interface ClientAddress {
  /** Path of the endpoints, for requests of a browser. */
  basePath: string;
  /** Origin and path of the endpoints, for requests made while rendering on a server. */
  serverBase: string;
}

const defaultPath = "/api/auth";
const defaultAddress = `http://localhost:3000${defaultPath}`;

/** The address from NEXTAUTH_URL and, on a server, NEXTAUTH_URL_INTERNAL or VERCEL_URL. */
export function addressFromEnvironment(): ClientAddress {
  const site = read(() => process.env["NEXTAUTH_URL"]);
  const internal = read(() => process.env["NEXTAUTH_URL_INTERNAL"]);
  const platform = read(() => process.env["VERCEL_URL"]);
  const server = parse(internal ?? site ?? platform);
  return { basePath: parse(site ?? platform).path, serverBase: server.origin + server.path };
}

function read(variable: () => string | undefined): string | undefined {
  try {
    return variable();
  } catch {
    // No `process` in this runtime, and none put in by a bundler.
    return undefined;
  }
}

function parse(address = ""): { origin: string; path: string } {
  const url = address.startsWith("http") ? address : `https://${address}`;
  const { origin, pathname } = new URL(URL.canParse(url) ? url : defaultAddress);
  return { origin, path: pathname.replace(/\/+$/, "") || defaultPath };
}
