/** Programs beside the app that open its session cookie by themselves. */
import { lineAt } from "../../cli/source/text/layout.js";
import { readIfText, type ProjectFiles } from "../../cli/project/files.js";
import { filesBelow } from "../../cli/old-auth/sources.js";
import type { Todo } from "./todo.js";

const otherLanguage = /\.(?:py|go|rb|php|rs|java|kt|cs|ex|exs|lua|swift)$/;
const script = /\.[cm]?[jt]sx?$/;
/** What next-auth 4 derives the key of its cookie from. */
const derivation = "NextAuth.js Generated Encryption Key";
const cookie = "next-auth.session-token";

/** Each file that names the cookie or its key; in scripts, cookies are followed by the rules. */
export function cookieReaders(files: ProjectFiles): Todo[] {
  return [...filesBelow(files, (name) => otherLanguage.test(name) || script.test(name))].flatMap((file) => {
    const text = readIfText(files, file)?.text ?? "";
    const marks = script.test(file) ? [derivation] : [derivation, cookie];
    const found = marks.map((mark) => text.indexOf(mark)).find((at) => at !== -1);
    return found === undefined ? [] : [readerTodo(file, lineAt(text, found))];
  });
}

const readerTodo = (path: string, line: number): Todo => ({
  path,
  line,
  why: "this opens the session cookie of next-auth 4 by itself",
  write:
    'cookie "authjs.session-token" (https: "__Secure-authjs.session-token"); HKDF with its name as salt and "Auth.js Generated Encryption Key (<its name>)" as info, 64 bytes, A256CBC-HS512',
  code: "AUTH_W_COOKIE_NAME",
  breaks: true,
});
