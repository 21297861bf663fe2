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

/**
 * A file of this user's that nobody else can read or write, with as many bytes as a key has.
 * @throws Error where a disk or a system that is out of something does not say whether there is one
 */
function readKey(root: string): Buffer | undefined {
  const file = keyFile();
  const handle = file === undefined ? undefined : openFile(file);
  if (file === undefined || handle === undefined) return undefined;
  try {
    const { uid, mode, size } = fstatSync(handle);
    const isPrivate = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    if (!isPrivate || size !== keyBytes || isInside(root, file)) return undefined;
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** What opening says where there is no file that this user can read. */
const noFile = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EMLINK", "EACCES", "EPERM", "EISDIR", "ENAMETOOLONG"]);

function openFile(file: string): number | undefined {
  try {
    return openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (error instanceof Error && "code" in error && noFile.has(String(error.code))) return undefined;
    throw error;
  }
}

/** Where this user can have no key, such as on a disk that is full, there is none. */
function makeKey(root: string): Buffer | undefined {
  const file = keyFile();
  if (file === undefined) return undefined;
  const hasFolder = isDone(() => void mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 }));
  if (!hasFolder || isInside(root, file)) return undefined;
  const temporary = `${file}.${process.pid}.tmp`;
  const isWritten = isDone(() => {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, randomBytes(keyBytes), { flag: "wx", mode: 0o600 });
    chmodSync(temporary, 0o600);
  });
  try {
    // Of two runs that make a key at once, one wins: a link is made only where nothing is.
    const isMade = isWritten && isDone(() => linkSync(temporary, file));
    const there = readKey(root);
    if (isMade || !isWritten || there !== undefined) return there;
    // What is there and is no key of ours opens nothing: it is replaced.
    return isDone(() => renameSync(temporary, file)) ? readKey(root) : undefined;
  } finally {
    isDone(() => rmSync(temporary, { force: true }));
  }
}

/** Whether the file system did it. */
function isDone(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/** A home folder that is itself the project may carry a key that came with it. */
function isInside(root: string, file: string): boolean {
  const below = path.relative(realpathSync(root), realpathSync(path.dirname(file)));
  return below !== ".." && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
}
