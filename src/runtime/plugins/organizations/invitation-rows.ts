/** Rows of invitations. Their tokens are in links alone: a row holds the hash. */
import { sha256Hex } from "#crypto";
import { randomHex } from "../../security/random.js";
import type { RecordRow } from "../../types/records.js";
import type { PluginScope } from "../host/plugin.js";
import { invitationTable } from "./tables.js";

/** An invitation that has not ended. */
export interface Invitation {
  /** SHA-256 of the token: names the row. */
  readonly id: string;
  readonly organizationId: string;
  /** null: for whoever is signed in. */
  readonly address: string | null;
  readonly role: string;
  /** null: the server itself. */
  readonly invitedBy: string | null;
  /** Of a link: how many may still join by it. */
  readonly uses: number | null;
  readonly createdAt: Date;
  readonly expires: Date;
}

const tokenBytes = 32;

const hashOf = async (token: string): Promise<string> =>
  sha256Hex(JSON.stringify([invitationTable.name, token]));

/** @returns undefined: its time is over */
export function invitationOf(row: RecordRow | undefined): Invitation | undefined {
  if (row === undefined) return undefined;
  const { token, organizationId, address, role, invitedBy, uses, createdAt, expires } = row;
  if (!(expires instanceof Date) || expires.valueOf() <= Date.now()) return undefined;
  return {
    id: String(token),
    organizationId: String(organizationId),
    address: typeof address === "string" ? address : null,
    role: String(role),
    invitedBy: typeof invitedBy === "string" ? invitedBy : null,
    uses: typeof uses === "number" ? uses : null,
    createdAt: createdAt instanceof Date ? createdAt : new Date(0),
    expires,
  };
}

export const rowOf = ({ id, ...columns }: Invitation): RecordRow => ({ token: id, ...columns });

/** @returns undefined: no token of ours, or it is used up, withdrawn, replaced, or over */
export async function findByToken(own: PluginScope, token: unknown): Promise<Invitation | undefined> {
  if (typeof token !== "string" || token.length !== 2 * tokenBytes) return undefined;
  return invitationOf(await own.records(invitationTable).find({ token: await hashOf(token) }));
}

const mostListed = 1000;

/** Those of an organisation. */
export async function openInvitations(
  own: PluginScope,
  organizationId: string,
): Promise<readonly Invitation[]> {
  const rows = await own.records(invitationTable).list({ organizationId }, { limit: mostListed });
  return rows.map(invitationOf).filter((one) => one !== undefined);
}

/** A new one, and the token of its link. */
export interface MadeInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

const mostTries = 5;

/**
 * Keeps a new invitation. An older one to the same address ends.
 *
 * @returns undefined: others keep inviting the address at this moment
 */
export async function keepInvitation(
  own: PluginScope,
  given: Omit<Invitation, "id" | "createdAt">,
): Promise<MadeInvitation | undefined> {
  const rows = own.records(invitationTable);
  const token = randomHex(tokenBytes);
  const invitation = { ...given, id: await hashOf(token), createdAt: new Date() };
  const { organizationId, address } = given;
  for (let time = 0; time < mostTries; time += 1) {
    if (address !== null) await rows.consume({ organizationId, address });
    if ((await rows.insert(rowOf(invitation))) === "inserted") return { invitation, token };
  }
  return undefined;
}
