import type { Awaitable } from "../../types/entities.js";
import type { StepUser } from "../host/plugin.js";

/** The user of a sign-in, as `required` is asked about it. */
export type TwoFactorUser = StepUser;

/** Options of {@link twoFactor}. */
export interface TwoFactorOptions {
  /**
   * Who needs a second factor. `"optional"`: who has set one up. `"all"`: everybody. A function: those for whom it says
   * true; it is asked at each sign-in of a user who has none yet, and before one is switched off. Whoever needs one and
   * has none sets it up before there is a session. Default `"optional"`.
   *
   * A function that throws refuses the sign-in.
   * @example required: async ({ id }) => id !== undefined && (await isAdmin(id))
   */
  readonly required?: "optional" | "all" | ((user: TwoFactorUser) => Awaitable<boolean>);
  /**
   * Name of the app in authenticator apps (the issuer of the otpauth URI). Default: `theme.name`, else the host of the
   * site.
   */
  readonly issuer?: string;
  /**
   * Days for which a browser is not asked again when its user has ticked the box for that. `false`: there is no such box,
   * and browsers that were trusted before are asked. Default 30.
   *
   * @throws RangeError from the factory for anything but a whole number from 1 to 365
   */
  readonly trustDays?: number | false;
}

/** The options, complete. */
export type TwoFactorSettings = Required<Omit<TwoFactorOptions, "issuer">> & Pick<TwoFactorOptions, "issuer">;

/** @throws RangeError */
export function toSettings({
  required = "optional",
  trustDays = 30,
  issuer,
}: TwoFactorOptions): TwoFactorSettings {
  const isInRange =
    trustDays === false || (Number.isInteger(trustDays) && trustDays >= 1 && trustDays <= 365);
  if (!isInRange) throw new RangeError("twoFactor: trustDays is false, or a whole number from 1 to 365");
  return issuer === undefined ? { required, trustDays } : { required, trustDays, issuer };
}

/** Of a user who is stored. Rows of older apps may hold a number. */
export const storedIdOf = ({ id, isNew }: TwoFactorUser): string | undefined =>
  isNew || id === undefined ? undefined : String(id);

export async function isRequired({ required }: TwoFactorSettings, user: TwoFactorUser): Promise<boolean> {
  if (typeof required !== "function") return required === "all";
  return (await required(user)) === true;
}
