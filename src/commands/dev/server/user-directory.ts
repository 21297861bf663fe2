/** Everybody who can sign in under `auth dev`, from the project's file, the form and the invented users. */
import { readFileSync, statSync } from "node:fs";
import {
  type GivenUser,
  readUsers,
  type ReadUsers,
  toSimulatedUser,
  userLimits,
  usersFileName,
} from "./user-file.js";
import { fullName, simulatedUsers, type SimulatedUser } from "./users.js";

const mostAdded = 50;
const none: ReadUsers = { users: [], problems: [] };

/** Everybody who can sign in: the project's own users, those added by the form, and the three that are always there. */
export class UserDirectory {
  readonly #file: string | undefined;
  #stamp = "";
  #read = none;
  readonly #added: SimulatedUser[] = [];

  /** @param file path of the project's own users; it may be missing, and is read again whenever it has changed */
  constructor(file?: string) {
    this.#file = file;
  }

  /** Own users first. */
  get list(): readonly SimulatedUser[] {
    const own = [...this.#fromFile().users, ...this.#added];
    const ids = new Set(own.map(({ id }) => id));
    return [...own, ...simulatedUsers.filter(({ id }) => !ids.has(id))];
  }

  /** What is wrong with the file, each with its line. */
  get problems(): readonly string[] {
    return this.#fromFile().problems;
  }

  find = (id: unknown): SimulatedUser | undefined => this.list.find((user) => user.id === id);

  /** The user that somebody means at a keyboard: by id, user name, address or name, whatever the case. */
  named(words: string): SimulatedUser | undefined {
    const wanted = words.trim().toLowerCase();
    return this.list.find((user) =>
      [user.id, user.username, user.email, fullName(user), user.givenName].some(
        (each) => each.toLowerCase() === wanted,
      ),
    );
  }

  /** @returns the new user, or why there is none */
  add(given: GivenUser): SimulatedUser | string {
    const texts = [given.name, given.email, ...(given.roles ?? [])];
    if (texts.some((text) => text !== undefined && (text.length > userLimits.text || /\p{C}/u.test(text))))
      return `A text has more than ${userLimits.text} characters, or one that can't be shown.`;
    const user = toSimulatedUser(given);
    if (typeof user === "string") return `${user}.`;
    if (this.find(user.id)) return `The id "${user.id}" is taken.`;
    if (this.#added.length >= mostAdded)
      return `No more than ${mostAdded} users can be added here: use ${usersFileName}.`;
    this.#added.push(user);
    return user;
  }

  #fromFile(): ReadUsers {
    if (this.#file === undefined) return none;
    const stat = statSync(this.#file, { throwIfNoEntry: false });
    const stamp = stat ? `${stat.mtimeMs} ${stat.size}` : "";
    if (stamp === this.#stamp) return this.#read;
    this.#stamp = stamp;
    this.#read = stat ? this.#open(this.#file, stat) : none;
    return this.#read;
  }

  #open(file: string, stat: { isFile(): boolean; size: number }): ReadUsers {
    if (!stat.isFile()) return { users: [], problems: [`${usersFileName}:1: isn't a file`] };
    if (stat.size > userLimits.fileBytes)
      return { users: [], problems: [`${usersFileName}:1: larger than ${userLimits.fileBytes / 1024} kB`] };
    try {
      return readUsers(readFileSync(file, "utf8"));
    } catch {
      return { users: [], problems: [`${usersFileName}:1: can't be read`] };
    }
  }
}
