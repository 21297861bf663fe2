/** Whom a server believes that has no setting of its own for proxies. */
import { describe, expect, it } from "vitest";
import { trustedHops, type TrustProxy, wayOf } from "../../src/runtime/integrations/server/trusted-proxy.js";
import { client, proxies } from "./proxies.js";

const clientOf = (
  trust: TrustProxy | undefined,
  peer: string | undefined,
  headers: Readonly<Record<string, string>>,
) =>
  wayOf(
    { protocol: "http", host: "app.example.com", peer, header: (name) => headers[name] ?? null },
    trustedHops(trust),
  ).clientAddress;

describe("the client's address", () => {
  it.each(proxies)(
    "is what $name has seen, where it is trusted, whatever the client says",
    ({ headers, hops }) => {
      expect(clientOf(hops, "10.0.0.2", headers)).toBe(client);
      const spoofed = { ...headers, "x-forwarded-for": `198.51.100.1, ${headers["x-forwarded-for"]}` };
      expect(clientOf(hops, "10.0.0.2", spoofed)).toBe(client);
      expect(clientOf(["10.0.0.0/8", "66.241.124.0/24"], "10.0.0.2", spoofed)).toBe(client);
      expect(clientOf(undefined, "10.0.0.2", headers)).toBeUndefined();
      expect(clientOf(["192.168.0.0/16"], "10.0.0.2", headers)).toBeUndefined();
    },
  );

  it.each([
    ["203.0.113.9", {}, "203.0.113.9"],
    ["203.0.113.9", { "x-forwarded-for": client }, undefined],
    ["10.0.0.9", {}, undefined],
    [undefined, {}, undefined],
  ])("of a peer %s that says %j, with no proxy: %s", (peer, headers: Record<string, string>, address) => {
    expect(clientOf(undefined, peer, headers)).toBe(address);
  });

  it.each([
    ["203.0.113.7:4711", "203.0.113.7"],
    ["[2001:db8::7]:4711", "2001:db8::7"],
    ["2001:db8::7", "2001:db8::7"],
    ["unknown", undefined],
    ["_hidden", undefined],
    ["", undefined],
    ["203.0.113.777", undefined],
    [`${"1".repeat(5000)}`, undefined],
  ])("from %s is %s", (list, address) => {
    expect(clientOf(1, "10.0.0.2", { "x-forwarded-for": list })).toBe(address);
  });

  it("is not that of the proxy, where it says nothing", () => {
    expect(clientOf(1, "203.0.113.1", {})).toBeUndefined();
  });

  it("is the first of a list in which all are trusted", () => {
    expect(clientOf(["10.0.0.0/8"], "10.0.0.2", { "x-forwarded-for": "10.0.0.3, 10.0.0.4" })).toBe(
      "10.0.0.3",
    );
  });
});

describe("trustProxy", () => {
  it.each([
    ["10.0.0.0/8", "10.255.0.1", true],
    ["10.0.0.0/8", "11.0.0.1", false],
    ["10.0.0.0/8", "::ffff:10.1.2.3", true],
    ["172.16.0.0/12", "172.31.255.255", true],
    ["172.16.0.0/12", "172.32.0.0", false],
    ["192.0.2.1", "192.0.2.1", true],
    ["192.0.2.1", "192.0.2.2", false],
    ["0.0.0.0/0", "203.0.113.7", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["fd00::/8", "fdab::1", true],
    ["fd00::/8", "fe80::1", false],
    ["2001:db8::/33", "2001:db8:7fff::1", true],
    ["2001:db8::/33", "2001:db8:8000::1", false],
    ["fe80::1", "fe80::1%eth0", true],
    ["::1", "0:0:0:0:0:0:0:1", true],
    ["::1", "::2", false],
    ["::/0", "1:2", false],
    ["::/0", "1::2::3", false],
  ])("%s and %s: %s", (range, address, isTrusted) => {
    expect(trustedHops([range])(address, 0)).toBe(isTrusted);
  });

  it.each([
    [-1],
    [1.5],
    [Number.NaN],
    [true],
    ["10.0.0.0/8"],
    [["10.0.0.0/33"]],
    [["10.0.0.0/-1"]],
    [["10.0.0.0/"]],
    [["proxy"]],
    [["::/129"]],
    [["1.2.3.4.5"]],
  ])("refuses %j", (trust) => {
    expect(() => trustedHops(trust as never)).toThrow(TypeError);
  });
});
