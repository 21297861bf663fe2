/** Which proxies stand in front of a server that has no setting of its own for them, and what they say of the client. */
import { directClient } from "../../security/client-address.js";

/**
 * The proxies to believe: how many stand one behind the other, or their addresses and ranges (`10.0.0.0/8`, `fd00::/8`).
 * Nobody is believed where it is left out: any client can write the headers of a proxy.
 */
export type TrustProxy = number | readonly string[];

/** Is the peer (hop 0), or who it names as its own peer (hop 1, 2, ...), a proxy to believe? */
export type TrustsHop = (address: string | undefined, hop: number) => boolean;

/** What is known of a request's way: its headers count where the peer is a proxy to believe. */
export interface Way {
  readonly protocol: string;
  readonly host: string | undefined;
  readonly forwardedProtocol: string | undefined;
  readonly forwardedHost: string | undefined;
  /** IP address at the other end of the connection, where it is known. */
  readonly peer: string | undefined;
  /** IP address of the client; undefined where it cannot be told from that of a proxy. */
  readonly clientAddress: string | undefined;
  readonly isProxyTrusted: boolean;
}

/** A connection as the server sees it. */
interface Connection extends Pick<Way, "protocol" | "host" | "peer"> {
  header(name: string): string | null;
}

/** @throws TypeError for what is neither a count nor a list of addresses */
export function trustedHops(trust: TrustProxy = 0): TrustsHop {
  if (typeof trust === "number" && Number.isInteger(trust) && trust >= 0) return (_, hop) => hop < trust;
  if (!Array.isArray(trust))
    throw new TypeError(`trustProxy: ${String(trust)} is neither a count nor a list`);
  const ranges = (trust as readonly string[]).map(rangeOf);
  return (address = "") => {
    const groups = groupsOf(address);
    return groups !== undefined && ranges.some((range) => isWithin(groups, range));
  };
}

/** Where a request comes from, and where it was sent to. */
export function wayOf({ protocol, host, peer, header }: Connection, trusts: TrustsHop): Way {
  const isProxyTrusted = trusts(peer, 0);
  const said = (name: string) => (isProxyTrusted ? (header(name) ?? undefined) : undefined);
  return {
    protocol,
    host,
    peer,
    isProxyTrusted,
    forwardedProtocol: said("x-forwarded-proto"),
    forwardedHost: said("x-forwarded-host"),
    clientAddress: isProxyTrusted
      ? forwardedClient(peer, header("x-forwarded-for"), trusts)
      : directClient(peer, header),
  };
}

/** Each proxy adds its own peer at the end of the list, so it is read from there, as far as proxies are believed. */
function forwardedClient(peer: string | undefined, list: string | null, trusts: TrustsHop) {
  if (list === null) return undefined;
  const chain = [peer, ...list.split(",").map(plainAddress).reverse()];
  let hop = 0;
  while (hop < chain.length - 1 && trusts(chain[hop], hop)) hop++;
  const client = chain[hop] ?? "";
  return groupsOf(client) === undefined ? undefined : client;
}

/** Some proxies write the port too: `192.0.2.1:1234`, `[2001:db8::1]:1234`. */
const plainAddress = (text: string): string =>
  text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/, (_, six?: string, four?: string) => six ?? four ?? "");

interface Range {
  readonly groups: readonly number[];
  /** How many bits of the 128 count. */
  readonly bits: number;
}

function rangeOf(text: string): Range {
  const [address = "", length] = text.trim().split("/", 2);
  const groups = groupsOf(address);
  const most = address.includes(":") ? 128 : 32;
  const own = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (groups === undefined || !(own <= most))
    throw new TypeError(`trustProxy: "${text}" isn't an address or a range`);
  return { groups, bits: own + 128 - most };
}

function isWithin(groups: readonly number[], { groups: start, bits }: Range): boolean {
  return groups.every((group, at) => {
    const shift = 16 - Math.min(16, Math.max(0, bits - at * 16));
    return group >> shift === (start[at] ?? 0) >> shift;
  });
}

/** The 8 groups of an IPv6 address, or of an IPv4 one as ::ffff:a.b.c.d; undefined for anything else. */
function groupsOf(address: string): number[] | undefined {
  const dotted = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/i
    .exec(address)
    ?.slice(1)
    .map(Number);
  if (dotted !== undefined) {
    const [a = 0, b = 0, c = 0, d = 0] = dotted;
    return dotted.some((byte) => byte > 255)
      ? undefined
      : [0, 0, 0, 0, 0, 0xffff, (a << 8) | b, (c << 8) | d];
  }
  const [head = "", tail, ...more] = (address.split("%", 1)[0] ?? "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = 8 - before.length - after.length;
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) return undefined;
  const groups = [...before, ...Array<string>(missing).fill("0"), ...after];
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined;
}
