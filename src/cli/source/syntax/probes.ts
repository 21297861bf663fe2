/**
 * Quick questions to a file of code before it is parsed, or in place of it where a whole project is looked through.
 * They may say yes too often; whoever acts on the answer reads the file.
 */

import { isComponent } from "../text/file-names.js";

/** Whether something of this name is called without arguments: `express()`, `require("express")()`. */
export const mayMake = (text: string, name: string): boolean =>
  new RegExp(`\\b${name}["'\`]?\\)?\\(\\s*\\)`).test(text);

/** Whether a file may name the packages that apps come from or what they give, or their address, passes names of another file on, or holds a store. */
export const mayNameOldPackages = (text: string): boolean =>
  mayUseNuxtModule(text) ||
  /next-auth|@auth\/|\blocals\b[^\n]*\bgetSession\b|\/api\/auth\/session|\[\.\.\.nextauth\]|\b[aA]uthOptions\b|\bgetUserByAccount\b|\bexport\s*(?:\*|\{[^}]*\})\s*from\b/.test(
    text,
  );

/** Whether a file may use what a module of Nuxt gives without an import, or name the module. */
const mayUseNuxtModule = (text: string): boolean =>
  /nuxt-auth|#auth\b|\bdefinePageMeta\(|\buseAuth(?:State)?\(|\b(?:use|get|set|replace|require|clear)UserSession\(|\bdefine(?:OAuth|WebAuthn)\w*EventHandler\(|\b(?:hash|verify)Password\(|\bpasswordNeedsRehash\(|\buseWebAuthn\(|\bsessionHooks\b|<(?:AuthState|auth-state)\b/.test(
    text,
  );

/** Whether a configuration of Next.js lets a build end well in spite of type errors. */
export const skipsTypeErrors = (text: string): boolean => /\bignoreBuildErrors["']?\s*:\s*true\b/.test(text);

/** Where a file names a module of passkeys of next-auth or @auth/*; -1 where it names none. */
export const passkeysAt = (text: string): number =>
  text.search(/["'](?:next-auth|@auth\/[\w-]+)\/(?:providers\/(?:passkey|webauthn)|webauthn)["']/);

/** Modules of Node whose `createServer` takes a listener. */
export const httpModules: readonly string[] = ["node:http", "http", "node:https", "https"];

/** Whether a file may start a server: a quick look, which may say yes too often. */
export const mayListen = (text: string): boolean => /\b(?:listen|serve)\s*\(/.test(text);

/** Whether a text names a package as a module, in quotes. */
export const mayNameModule = (text: string, name: string): boolean =>
  ["'", '"', "`"].some(
    (quote) => text.includes(`${quote}${name}${quote}`) || text.includes(`${quote}${name}/`),
  );

/** Subpaths for code of the browser, which has no configuration. */
const clientsOf = (packageName: string) =>
  new RegExp(`["'\`]${packageName}/(?:client|react|svelte|vue)(?:/[\\w.-]+)*["'\`]`, "g");

/** Whether a file may name the package for something else than its clients. */
export const mayStartConfiguration = (text: string, packageName: string): boolean =>
  text.includes(packageName) && text.replaceAll(clientsOf(packageName), "").includes(packageName);

/**
 * Whether a file can say something about sign-in.
 *
 * @param routers packages whose applications take routes
 */
export const mayConcernSignIn = (text: string, packageName: string, routers: readonly string[]): boolean =>
  new RegExp(
    `${[packageName, ...routers].join("|")}|next-auth|\\bauth|session|\\.require\\(|["']use (?:client|server)["']|\\bpage\\b`,
    "i",
  ).test(text);

/** Whether code may load env files. */
export const mayLoadEnv = (text: string): boolean => /loadEnvFile|dotenv|@nestjs\/config/.test(text);

/** Whether code reads the session, or changes it, under any of the names that people use for that. */
export const readsSession = (code: string): boolean =>
  /\b(?:auth|getSession|getServerSession|require(?:Auth|Session|Admin|User)\w*|verify(?:Session|Auth)\w*|check(?:Auth|Session)\w*|getCurrentUser|currentUser|getUser|getToken|signIn|signOut|handlers|useSession|useAuth|ensure\w*|isAuthenticated)\b|res\.locals\.session|\w\.require\s*\(/.test(
    code,
  );

/** Whether middleware of Nuxt may end a navigation. */
export const mayLeadAway = (code: string): boolean =>
  /\b(?:navigateTo|abortNavigation|createError)\b/.test(code);

/** Whether a load function of SvelteKit asks who is signed in and refuses nobody: nothing in it fails or leads away. */
export const showsSession = (code: string): boolean =>
  !readsSession(code.replaceAll(/\blocals\.auth\(\)/g, "")) &&
  !/\b(?:redirect|error|fail|throw)\b/.test(code);

/** Where one of these names stands as a member of an object. */
export function memberAt(
  text: string,
  names: readonly string[],
): { readonly name: string; readonly offset: number } | undefined {
  const found = new RegExp(`^[^/\\n]*?\\b(${names.join("|")})\\s*:`, "m").exec(text);
  const name = found?.[1];
  return name === undefined || found === null
    ? undefined
    : { name, offset: found.index + found[0].indexOf(name) };
}

/** The text that a member of one of these names is set to; undefined where there is none in plain sight. */
export const textMember = (text: string, names: readonly string[]): string | undefined =>
  new RegExp(`^[^/\\n]*?\\b(?:${names.join("|")})\\s*:\\s*["'\`]([^"'\`$\\n]*)["'\`]`, "m").exec(text)?.[1];

/** The texts of the list that a member is set to; none where there is no list in plain sight. */
export const listMember = (text: string, name: string): readonly string[] => {
  const list = new RegExp(`^[^/\\n]*\\b${name}\\s*:\\s*\\[([^\\]]*)\\]`, "m").exec(text)?.[1] ?? "";
  return [...list.matchAll(/["'`]([^"'`]+)["'`]/g)].flatMap(([, one]) => one ?? []);
};

/** Whether code names the example of a guarded page that `auth init` writes for servers. */
export const namesExample = (code: string): boolean => /\bdashboardPage\b/.test(code);

/** Whether code may say which proxies its server believes, in the words of the framework. */
export const mayTrustProxies = {
  createAuth: (code: string): boolean => /\b(?:trustProxy|clientAddress)\b/.test(code),
  koa: (code: string): boolean => /\.proxy\s*=|\bproxy\s*:/.test(code),
  fastify: (code: string): boolean => /\btrustProxy\b/.test(code),
  nest: (code: string): boolean => /["'`]trust proxy["'`]|\btrustProxy\b/.test(code),
} as const;

/** Whether a script of package.json starts something in production mode. */
export const startsProduction = (script: string): boolean => /\bNODE_ENV=production\b/.test(script);

/** A value of a cookie, or of a session that a cookie names. */
export const mayReadCookie = (code: string): boolean => /cookie|session/i.test(code);

/** Whether a file may name arctic or oslo, or call a client of theirs. */
export const mayUseOldClient = (text: string): boolean =>
  /\b(?:arctic|oslo)\b|\.(?:createAuthorizationURL|validateAuthorizationCode|refreshAccessToken|revokeToken)\(/.test(
    text,
  );

/** The code of `<script setup>` in a component of Vue; "" where there is none. */
export const setupScript = (text: string): string =>
  /<script\b[^>]*\bsetup\b[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "";

/** The text that a member of the object under a name is set to, such as `base` of `paths: { base: "/shop" }`. */
export const textBelow = (text: string, object: string, member: string): string | undefined =>
  new RegExp(`\\b${object}\\s*:\\s*\\{[^{}]*?\\b${member}\\s*:\\s*["'\`]([^"'\`$]*)["'\`]`).exec(text)?.[1];

/** What stands behind `export const name =`, as far as one word; undefined where nothing is exported so. */
export const exportedWord = (text: string, name: string): string | undefined =>
  new RegExp(`^\\s*export\\s+const\\s+${name}\\s*(?::[^=\\n]*)?=\\s*["']?(\\w+)`, "m").exec(text)?.[1];

/** Whether a line silences the compiler for the next one. */
export const silencesCompiler = (line: string): boolean =>
  /^[\t ]*\/\/[\t ]*@ts-(?:expect-error|ignore)\b/.test(line);

/** Where markup calls a function with something, in an attribute: `@click="name({ … })"`; -1 where it does not. */
export const givenInMarkupAt = (markup: string, name: string): number =>
  markup.search(new RegExp(`=\\s*(["'])[^"'\\n]*\\b${name}\\(\\s*[^)\\s"'][^"'\\n]*\\1`));

/** Whether code is a variable of the environment, or what Nuxt says of itself at run time: the same in every file. */
export const isSetting = (code: string): boolean =>
  /^(?:process\.env\.\w+|useRuntimeConfig\(\)(?:\.\w+)+)$/.test(code);

/** A file as code: all of it, or the scripts of a component. */
export const codeOf = (file: string, text: string): string => (isComponent(file) ? scriptOf(text) : text);

/**
 * The script of a component file as code: what is around it is blank, so that places are those of the file.
 * @returns only blanks where it has none
 */
export function scriptOf(text: string): string {
  const blank = (part: string) => part.replace(/[^\r\n]/g, " ");
  let code = "";
  let at = 0;
  for (const { 0: all, 1: open = "", 2: inner = "", index } of text.matchAll(
    /(<script(?:\s[^>]*)?>)([\s\S]*?)<\/script>/g,
  )) {
    code += blank(text.slice(at, index)) + blank(open) + inner + blank(all.slice(open.length + inner.length));
    at = index + all.length;
  }
  return code + blank(text.slice(at));
}

/** Whether a text may add routes to an application that it is given: it names no package that makes one. */
export const mayAddRoutes = (text: string): boolean =>
  /\w\.(?:get|post|put|patch|delete|all|use|route)\(\s*["'`]\//.test(text);
