/**
 * The two ceremonies of Web Authentication over the optional peer `@simplewebauthn/server`:
 * options for the browser, and its answers verified.
 */
import { AuthError, toError, WebAuthnVerificationError } from "../errors/index.js";
import { randomHex } from "../security/random.js";
import type { Authenticator } from "../types/adapter.js";
import type { User } from "../types/entities.js";
import type { RelyingParty, WebAuthnConfig } from "../types/provider.js";
import type { PasskeyLibrary } from "../types/webauthn.js";
import { base64Of, bytesOf, toBase64, toUrl } from "./base64.js";

/** What the browser gets; the members are those of the standard (sections 5.4 and 5.5), bytes as base64url. */
export interface CeremonyOptions {
  readonly challenge: string;
  readonly [member: string]: unknown;
}

/** A verified new passkey, as it is stored. */
export type NewPasskey = Omit<Authenticator, "userId">;

/** EdDSA, ES256, RS256: what authenticators in use can sign with. */
const algorithms = [-8, -7, -257];

async function load({ id, library }: WebAuthnConfig): Promise<PasskeyLibrary> {
  if (library === undefined) {
    throw new AuthError(`Provider "${id}" has no library: make it with WebAuthn() or Passkey()`);
  }
  try {
    return await library();
  } catch (error) {
    throw new AuthError(
      "Passkeys need a package that is not installed. Run: npm install @simplewebauthn/server",
      { cause: toError(error) },
    );
  }
}

/**
 * @param user whose passkey it will be; its e-mail address is what the browser shows
 * @param known passkeys of this person, which must not be registered again
 */
export async function registrationOptions(
  provider: WebAuthnConfig,
  party: RelyingParty,
  user: User & { email: string },
  known: readonly Authenticator[],
): Promise<CeremonyOptions> {
  const { generateRegistrationOptions } = await load(provider);
  const { authenticatorSelection, ...options } = provider.registrationOptions ?? {};
  const made = await generateRegistrationOptions({
    supportedAlgorithmIDs: algorithms,
    ...options,
    // A copy, because the library completes the object that it is given.
    ...(authenticatorSelection && { authenticatorSelection: { ...authenticatorSelection } }),
    rpID: party.id,
    rpName: party.name,
    // Says nothing about the person (section 14.6.1). Hex digits read the same as text and as base64url.
    userID: bytesOf(randomHex(32)),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    excludeCredentials: known.map(descriptorOf),
  });
  return { ...made };
}

/** @param known passkeys of the person who is meant; undefined: any passkey of this site that the browser finds */
export async function authenticationOptions(
  provider: WebAuthnConfig,
  party: RelyingParty,
  known: readonly Authenticator[] | undefined,
): Promise<CeremonyOptions> {
  const { generateAuthenticationOptions } = await load(provider);
  const made = await generateAuthenticationOptions({
    ...provider.authenticationOptions,
    rpID: party.id,
    ...(known && { allowCredentials: known.map(descriptorOf) }),
  });
  return { ...made };
}

/** What an answer must be an answer to. */
export interface AskedCeremony {
  readonly party: RelyingParty;
  readonly challenge: string;
}

/** @throws WebAuthnVerificationError whatever is wrong with the answer */
export async function verifyRegistration(
  provider: WebAuthnConfig,
  { party, challenge }: AskedCeremony,
  answer: unknown,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await load(provider);
  const { registrationInfo } = await verified(() =>
    verifyRegistrationResponse({
      supportedAlgorithmIDs: provider.registrationOptions?.supportedAlgorithmIDs ?? algorithms,
      ...provider.verifyRegistrationOptions,
      response: Object(answer),
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
    }),
  );
  if (registrationInfo === undefined) throw new WebAuthnVerificationError("The passkey was not verified");
  const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo;
  const credentialID = toBase64(credential.id);
  const transports = transportsOf(Object(Object(answer).response).transports);
  return {
    providerAccountId: credentialID,
    counter: credential.counter,
    credentialID,
    credentialPublicKey: base64Of(credential.publicKey),
    credentialBackedUp,
    credentialDeviceType,
    ...(transports !== undefined && { transports }),
  };
}

/**
 * @returns the authenticator's new signature counter
 * @throws WebAuthnVerificationError whatever is wrong with the answer, a counter that went back too
 */
export async function verifyAuthentication(
  provider: WebAuthnConfig,
  { party, challenge }: AskedCeremony,
  answer: unknown,
  known: Authenticator,
): Promise<number> {
  const { verifyAuthenticationResponse } = await load(provider);
  const { authenticationInfo } = await verified(() =>
    verifyAuthenticationResponse({
      ...provider.verifyAuthenticationOptions,
      response: Object(answer),
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: toUrl(known.credentialID),
        publicKey: bytesOf(known.credentialPublicKey),
        // Stores without a type for numbers give text.
        counter: Number(known.counter),
      },
    }),
  );
  return authenticationInfo.newCounter;
}

async function verified<T extends { verified: boolean }>(verify: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await verify();
  } catch (error) {
    throw new WebAuthnVerificationError(toError(error));
  }
  if (!result.verified) throw new WebAuthnVerificationError("The browser's answer was not verified");
  return result;
}

function descriptorOf({ credentialID, transports }: Authenticator) {
  return { id: toUrl(credentialID), ...(transports ? { transports: transports.split(",") } : undefined) };
}

/** One column of text. The browser's list is a hint only, so what does not fit is left out. */
function transportsOf(given: unknown): string | undefined {
  if (!Array.isArray(given)) return undefined;
  return given.filter((each) => typeof each === "string" && /^[a-z-]{1,32}$/.test(each)).join(",");
}
