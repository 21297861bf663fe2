/** What the parts of an organisation's page are made of. */
import type { Say } from "../../pages/text.js";
import type { PluginPath } from "../../types/flow.js";
import type { Field } from "../page-kit/page-model.js";
import type { MemberAsking } from "./call.js";
import type { InvitationInfo, MemberPage } from "./function-types.js";
import { OrganizationError } from "./organization-error.js";
import type { OwnPermission } from "./permissions.js";
import { type FormOutcome, type PageAsking, urlOf } from "./view.js";
import type { OrganizationText } from "./texts.js";
import type { TakeOver } from "./vacancy.js";

/** What the page is made of. */
export interface PageMaking extends Omit<MemberAsking, "context">, Pick<PageAsking, "context"> {
  readonly say: Say<OrganizationText>;
  readonly outcome: FormOutcome;
  readonly page: MemberPage;
  /** "": everybody is shown. */
  readonly search: string;
  readonly invitations: readonly InvitationInfo[];
  /** Roles of the app that the visitor may give. */
  readonly givable: readonly string[];
  /** May the visitor give and take this role? One that the app has no more, too. */
  mayGive(role: string): boolean;
  /** undefined: somebody owns the organisation. */
  readonly takeOver: TakeOver | undefined;
  allows(permission: OwnPermission): boolean;
  at(path: PluginPath): string;
}

/** Members are led on from a former slug. @throws OrganizationError that says where the page is now */
export function assertOwnSlug({ context }: PageAsking, { organization: { slug } }: MemberAsking): void {
  const { part, action, request } = context;
  if (slug === part || request.method !== "GET") return;
  const moved = urlOf(context, `/${action.slice(1)}`, slug);
  throw new OrganizationError("not-found", "The organisation has another slug now", { moved });
}

/** The lowest is chosen: who gets a higher one is given it on purpose. */
export const roleField = ({ say, givable }: PageMaking): Field => ({
  kind: "choice",
  name: "role",
  label: say("role"),
  options: givable.map((role) => ({ value: role, label: role })),
  value: givable.at(-1),
});
