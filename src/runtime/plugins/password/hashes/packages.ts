/** Packages that an app may install: argon2 for new hashes, bcrypt for those that it has from before. */
import { membersOf } from "../../../types/members.js";

interface Argon2 {
  hash(
    password: string,
    cost: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number },
  ): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

interface Bcrypt {
  compare(password: string, hash: string): Promise<boolean>;
}

const isMissing = (error: unknown): boolean =>
  ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(String(membersOf(error)["code"]));

/** undefined: it is not installed, or has no build for this machine. Bundlers leave it where it is. */
export async function loadArgon2(): Promise<Argon2 | undefined> {
  try {
    return await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ "@node-rs/argon2"
    );
  } catch {
    return undefined;
  }
}

/** @throws Error that says what to install */
export async function needArgon2(): Promise<Argon2> {
  const found = await loadArgon2();
  if (found !== undefined) return found;
  throw new Error(
    "A stored hash of argon2 cannot be checked without its package. Run: npm install @node-rs/argon2",
  );
}

/** @throws Error that says what to install */
export async function needBcrypt(): Promise<Bcrypt> {
  try {
    const { default: bcrypt } = await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ "bcryptjs"
    );
    return bcrypt;
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new Error(
      "A stored hash of bcrypt cannot be checked without a package. Run: npm install bcryptjs",
      {
        cause,
      },
    );
  }
}
