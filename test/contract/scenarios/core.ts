import type { Scenario } from "./scenario.js";
import { baseConfig } from "../trace.js";
import { credentials } from "./scenario.js";

/** A plain OIDC provider that these recordings show but never visit. */
export const listedOidc = {
  id: "myoidc",
  name: "My OIDC",
  type: "oidc" as const,
  issuer: "http://localhost:9",
  clientId: "cid",
  clientSecret: "csecret",
};

export const coreScenarios: Record<string, Scenario> = {
  "core-creds": {
    config: (trace) => ({ ...baseConfig(trace), providers: [credentials(trace)] }),
  },
  "core-chunks": {
    config: (trace) => {
      const base = baseConfig(trace);
      const jwt = trace.callbacks({
        jwt: ({ token, trigger, session }) => {
          if (trigger === "signIn") return { ...token, big: "x".repeat(9000) };
          return trigger === "update" ? { ...token, big: "x".repeat(Number(session)) } : token;
        },
      });
      return { ...base, callbacks: { ...base.callbacks, ...jwt }, providers: [credentials(trace)] };
    },
  },
  "core-cookie-override": {
    config: (trace) => ({
      ...baseConfig(trace),
      providers: [credentials(trace)],
      useSecureCookies: true,
      session: { maxAge: 100 },
      cookies: {
        sessionToken: { name: "sid", options: { sameSite: "strict", domain: "example.com" } },
        csrfToken: { options: { maxAge: 60 } },
      },
    }),
  },
  "core-secret-array": {
    phase: ({ id }) => (id.endsWith("rotated") ? "rotated" : id.endsWith("dropped") ? "dropped" : "old"),
    config: (trace, phase) => ({
      ...baseConfig(trace),
      providers: [credentials(trace)],
      secret: { old: ["old"], rotated: ["new", "old"], dropped: ["new"] }[phase]!,
    }),
  },
  "core-pages": {
    config: (trace) => ({
      ...baseConfig(trace),
      providers: [credentials(trace), listedOidc],
      pages: {
        signIn: "/login",
        signOut: "/logout?x=1",
        error: "/oops",
        verifyRequest: "/check",
        newUser: "/welcome",
      },
    }),
  },
  "core-theme": {
    config: (trace) => ({
      ...baseConfig(trace),
      providers: [credentials(trace), { ...listedOidc, style: { bg: "#123456", logo: "https://l/x.svg" } }],
      theme: {
        colorScheme: "dark",
        logo: "https://l/logo.png",
        brandColor: "#abcdef",
        buttonText: "#010101",
      },
    }),
  },
};
