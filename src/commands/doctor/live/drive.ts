import { finding, type Finding, type FindingParts } from "../../../cli/findings/finding.js";
import type { LiveCode } from "../../../cli/findings/live-codes.js";
import type { Visitor } from "./visitor.js";

/** One thing that was seen on the way. Holds no value of a cookie, no token and no query. */
export interface SeenStep {
  readonly step: string;
  readonly seen: string;
}

export interface ListedAtApp {
  readonly id: string;
  readonly type: string;
  readonly callbackUrl: string;
}

/** What the steps of the drive share. */
export interface Drive {
  readonly visitor: Visitor;
  readonly origin: string;
  /** Given with the URL, or said by the project; the usual ones are tried otherwise. */
  readonly expectedBase: string | undefined;
  readonly isBaseGiven: boolean;
  readonly localFindings: readonly Finding[];
  see(step: string, seen: string): void;
}

/** The first wrong thing ends the drive. */
export class Stop extends Error {
  readonly finding: Finding;
  constructor(code: LiveCode, path: string, parts: Omit<FindingParts, "path"> = {}) {
    super(code);
    const { message } = parts;
    this.finding = finding(code, {
      path,
      ...parts,
      ...(message !== undefined && { message: plain(message) }),
    });
  }
}

/** What an app sends is shown in a terminal: control characters would speak to it. */
export const plain = (text: string): string => text.replace(/\p{Cc}/gu, "?").slice(0, 300);
