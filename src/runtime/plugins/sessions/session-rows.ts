/** Rows of the table of sessions, made where a session begins or is seen for the first time. */
import { clientAddressOf } from "../../security/client-address.js";
import type { FlowContext } from "../../types/flow.js";
import type { RecordRow } from "../../types/records.js";
import type { SessionContext, SignInResult } from "../../types/resolved-config.js";
import { addressRangeOf, deviceOf } from "./device-names.js";

/** A time of a token, in seconds since 1970. */
export const dateOf = (seconds: unknown): Date | undefined =>
  typeof seconds === "number" ? new Date(seconds * 1000) : undefined;

/** When a session began, and when its person was asked. */
type Begin = Pick<RecordRow, "createdAt" | "askedAt">;

/** Of a session that begins now. */
export const askedNow = ({ askedAt }: SignInResult): Begin => {
  const createdAt = new Date();
  return { createdAt, askedAt: dateOf(askedAt) ?? createdAt };
};

/** The row of a session that is seen now. */
export function rowNow(context: SessionContext, begin: Begin): RecordRow {
  const now = new Date();
  const { request } = context as Partial<FlowContext>;
  return {
    device: deviceOf(request?.header("user-agent") ?? null),
    addressRange: request === undefined ? null : addressRangeOf(clientAddressOf(context as FlowContext)),
    ...begin,
    lastSeen: now,
    endedAt: null,
    expires: new Date(now.valueOf() + context.resolved.session.maxAge * 1000),
  };
}
