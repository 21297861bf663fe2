/** IP addresses of clients: which ones are one client, and which ones say nothing about the client. */
import type { ActionRequest } from "../http/action-request.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

/**
 * The range that one client can take addresses from: an IPv4 address, or the first 64 bits of an IPv6 one.
 * Different spellings give one range.
 */
export function clientRange(address: string): string {
  const [plain = ""] = address.toLowerCase().split("%", 1);
  const dotted = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (dotted?.[1] !== undefined) return dotted[1];
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::", 2);
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill("0"), ...after].map((group) =>
    Number.parseInt(group, 16),
  );
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

const loopbackRange = /^(?:127\.\d+\.\d+\.\d+|0:0:0:0)$/;
// RFC 1918, RFC 6598 (carrier-grade NAT), RFC 3927 and RFC 4193.
const privateRange =
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/** Does the address belong to this machine? */
export const isLoopbackAddress = (address: string): boolean => loopbackRange.test(clientRange(address));

/** This machine or its own network: a proxy, more often than a client. */
export function isLocalAddress(address: string): boolean {
  const range = clientRange(address);
  return loopbackRange.test(range) || privateRange.test(range);
}

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const;

type ReadHeader = (name: string) => string | null;

/** Does a header say that a proxy has handed the request on? */
export const isForwarded = (header: ReadHeader): boolean =>
  forwardingHeaders.some((name) => header(name) !== null);

/**
 * The client's address where the peer of the connection is the client itself: a public address, and no sign of a proxy.
 * Behind a proxy that is not trusted everybody would be counted as one.
 */
export function directClient(peer: string | undefined, header: ReadHeader): string | undefined {
  if (peer === undefined || peer === "" || isLocalAddress(peer)) return undefined;
  return isForwarded(header) ? undefined : peer;
}

/** The client's address: from the connection, or from the header that the hosting platform sets itself. */
export function clientAddressOf({
  resolved,
  request,
}: {
  readonly resolved: ResolvedConfig;
  readonly request: ActionRequest;
}): string | undefined {
  if (request.clientAddress !== undefined) return request.clientAddress;
  const named = resolved.clientHeader === undefined ? null : request.header(resolved.clientHeader);
  return named?.trim() || undefined;
}
