/** Compiled, never run: roles and permissions of organisations.ts are types wherever a guard asks for them. */
import { createAuth as onExpress } from "authwright/express";
import { createAuth as onHono } from "authwright/hono";
import { Require } from "authwright/nest";
import onNext from "authwright/next";
import { organizations } from "authwright/plugins/organizations";
import { createAuth as onKit } from "authwright/sveltekit";
import { mintSession } from "authwright/testing";
import type { NitroRouteConfig } from "nitropack";

const roles = {
  owner: ["*"],
  admin: ["member:*", "invoice:read"],
  member: ["invoice:read"],
} as const;

declare module "authwright" {
  interface Organizations {
    roles: typeof roles;
  }
}

const config = { providers: [], plugins: [organizations({ roles, create: "everybody" })] };
const options = { url: "http://localhost:3000" };

const byPath = { path: "/teams/:team", organization: "team" } as const;
onExpress(config).require({ ...byPath, role: ["admin", "owner"], can: ["invoice:read", "member:invite"] });
// @ts-expect-error -- no role
onExpress(config).require({ ...byPath, role: "admn" });
// @ts-expect-error -- no permission
onExpress(config).require({ ...byPath, can: "invoice:pya" });

onHono(config).require({ ...byPath, role: "admin" });
// @ts-expect-error -- no role
onHono(config).require({ ...byPath, role: "admn" });
// @ts-expect-error -- no permission
onHono(config).require({ ...byPath, can: ["invoice:pya"] });

onKit(config).require({ ...byPath, can: "key:manage" });
// @ts-expect-error -- no role
onKit(config).require({ ...byPath, role: ["admn"] });
// @ts-expect-error -- no permission
onKit(config).require({ ...byPath, can: "invoice:pya" });

const { auth } = onNext(config);
export const page = (team: string) => auth.require({ organization: { slug: team }, role: "member" });
// @ts-expect-error -- no role
export const wrongRole = (team: string) => auth.require({ organization: { slug: team }, role: "admn" });
// @ts-expect-error -- no permission
export const wrongCan = (team: string) => auth.require({ organization: { slug: team }, can: "invoice:pya" });

Require({ organization: "team", role: "admin", can: "invoice:read" });
// @ts-expect-error -- no role
Require({ organization: "team", role: "admn" });
// @ts-expect-error -- no permission
Require({ organization: "team", can: "invoice:pya" });

export const rule: NitroRouteConfig = { auth: { organization: "*", role: "admin", can: "invoice:read" } };
// @ts-expect-error -- no role
export const ruleOfRole: NitroRouteConfig = { auth: { organization: "*", role: "admn" } };
// @ts-expect-error -- no permission
export const ruleOfCan: NitroRouteConfig = { auth: { organization: "*", can: "invoice:pya" } };

export const right = () => mintSession({}, { ...options, memberOf: { acme: "admin" } });
// @ts-expect-error -- no role
export const wrong = () => mintSession({}, { ...options, memberOf: { acme: "admn" } });
