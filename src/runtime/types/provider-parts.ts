/**
 * What modules of providers bring along for their kind: loaded when it is used, so that apps without it do not carry it.
 * Internal: nothing here is exported from the package.
 */
import type * as credentialsFlows from "../flows/credentials.js";
import type * as emailFlows from "../flows/email.js";
import type * as passkeyFlows from "../flows/passkeys.js";
import type * as openIdConnect from "../oauth/openid-connect.js";
import type * as openId2 from "../oauth/openid2.js";
import type * as tokenDialect from "../oauth/token-dialect.js";
import type * as userinfoDialect from "../oauth/userinfo-dialect.js";
import type { SignInForm } from "../pages/sign-in.js";

export type OpenIdConnect = typeof openIdConnect;
export type OpenId2 = typeof openId2;
export type TokenDialect = typeof tokenDialect;
export type UserinfoDialect = typeof userinfoDialect;
export type EmailFlows = typeof emailFlows;
export type PasskeyFlows = typeof passkeyFlows;
/** A form may join those of other kinds. */
export type CredentialsFlows = Pick<typeof credentialsFlows, "callback"> & SignInForm;
