/** The key that tells this user's journals from those that came with a repository. It lies in no project. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  chmodSync,
  constants,
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

const keyBytes = 32;

/** HMAC-SHA-256 in hex (RFC 2104); undefined: this user has no key, and can have none below this project. */
export function macOf(root: string, text: string): string | undefined {
  const key = readKey(root) ?? makeKey(root);
  return key && createHmac("sha256", key).update(text).digest("hex");
}

/** Whether this user wrote the text; makes no key. */
export function isOwnMac(root: string, text: string, mac: unknown): boolean {
  const key = readKey(root);
  if (key === undefined || typeof mac !== "string") return false;
  const given = Buffer.from(mac, "hex");
  const wanted = createHmac("sha256", key).update(text).digest();
  return given.length === wanted.length && timingSafeEqual(wanted, given);
}

/** XDG Base Directory Specification: the variable counts as an absolute path only. */
function keyFile(): string | undefined {
  const { XDG_STATE_HOME: state = "", LOCALAPPDATA: local = "" } = process.env;
  try {
    const folder = path.isAbsolute(state)
      ? state
      : process.platform === "win32" && path.isAbsolute(local)
        ? local
        : path.join(homedir(), ".local", "state");
    return path.isAbsolute(folder) ? path.join(folder, "authwright", "journal.key") : undefined;
  } catch {
    return undefined; // a user whom the system does not know has no home
  }
}

/** A file of this user's that nobody else can read or write, with as many bytes as a key has. */
function readKey(root: string): Buffer | undefined {
  const file = keyFile();
  if (file === undefined) return undefined;
  try {
    const handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { uid, mode, size } = fstatSync(handle);
      const isPrivate = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
      if (!isPrivate || size !== keyBytes || isInside(root, file)) return undefined;
      return readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

/** Of two runs that make a key at once, one wins: a link is made only where nothing is. */
function makeKey(root: string): Buffer | undefined {
  const file = keyFile();
  if (file === undefined) return undefined;
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if (isInside(root, file)) return undefined;
    rmSync(temporary, { force: true });
    writeFileSync(temporary, randomBytes(keyBytes), { flag: "wx", mode: 0o600 });
    chmodSync(temporary, 0o600);
    try {
      linkSync(temporary, file);
    } catch {
      // What is there and is no key of ours opens nothing: it is replaced. Another run's key stays.
      if (readKey(root) === undefined) renameSync(temporary, file);
    }
    return readKey(root);
  } catch {
    return undefined;
  } finally {
    removeQuietly(temporary);
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A leftover without a reader.
  }
}

/** A home folder that is itself the project may carry a key that came with it. */
function isInside(root: string, file: string): boolean {
  const below = path.relative(realpathSync(root), realpathSync(path.dirname(file)));
  return below !== ".." && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
}
