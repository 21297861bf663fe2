/** What proxies and platforms add to a request that a browser at 203.0.113.7 sends to https://app.example.com. */

export interface Forwarded {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>> & { readonly host: string };
  /** Proxies that stand in front. */
  readonly hops: number;
  readonly origin: string;
}

export const client = "203.0.113.7";
const origin = "https://app.example.com";
const host = "app.example.com";

export const proxies: readonly Forwarded[] = [
  {
    name: "nginx",
    hops: 1,
    origin,
    headers: { host, "x-real-ip": client, "x-forwarded-for": client, "x-forwarded-proto": "https" },
  },
  {
    name: "Traefik",
    hops: 1,
    origin,
    headers: {
      host,
      "x-forwarded-for": client,
      "x-forwarded-host": host,
      "x-forwarded-port": "443",
      "x-forwarded-proto": "https",
      "x-forwarded-server": "traefik",
      "x-real-ip": client,
    },
  },
  {
    name: "Caddy",
    hops: 1,
    origin,
    headers: {
      host,
      "x-forwarded-for": client,
      "x-forwarded-host": host,
      "x-forwarded-proto": "https",
      via: "1.1 Caddy",
    },
  },
  {
    name: "Cloudflare",
    hops: 1,
    origin,
    headers: {
      host,
      "cf-connecting-ip": client,
      "cf-ray": "8f0000000000-FRA",
      "cf-visitor": '{"scheme":"https"}',
      "x-forwarded-for": `192.0.2.66, ${client}`,
      "x-forwarded-proto": "https",
    },
  },
  {
    name: "an AWS load balancer",
    hops: 1,
    origin,
    headers: {
      host,
      "x-amzn-trace-id": "Root=1-67891233-abcdef012345678912345678",
      "x-forwarded-for": `192.0.2.66, ${client}`,
      "x-forwarded-port": "443",
      "x-forwarded-proto": "https",
    },
  },
  {
    name: "Vercel",
    hops: 1,
    origin,
    headers: {
      host: "app-abc123.internal.example",
      "x-forwarded-for": client,
      "x-forwarded-host": host,
      "x-forwarded-proto": "https",
      "x-real-ip": client,
      "x-vercel-id": "fra1::abcde-1700000000000-0123456789ab",
    },
  },
  {
    name: "Fly",
    hops: 2,
    origin,
    headers: {
      host,
      "fly-client-ip": client,
      "fly-forwarded-port": "443",
      "x-forwarded-for": `${client}, 66.241.124.1`,
      "x-forwarded-port": "443",
      "x-forwarded-proto": "https",
      "x-forwarded-ssl": "on",
    },
  },
];
