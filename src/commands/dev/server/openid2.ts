/** A simulated server of OpenID 2.0, for providers such as Steam. */
import { randomBytes } from "node:crypto";
import { userinfoOf } from "./providers.js";
import { choiceOf } from "./authorize.js";
import type { FaultId } from "./faults.js";
import { isLoopbackUrl } from "./loopback.js";
import type { SimulatedUser } from "./users.js";
import { pickerPage, refused } from "./picker-page.js";
import { document, json, type SimulatedResponse, type SimulatedRequest, redirect } from "./simulate.js";
import { visitOf } from "./token.js";

const namespace = "http://specs.openid.net/auth/2.0";
const answerMilliseconds = 60_000;
const signedNames = ["op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "assoc_handle"];

/** What was said and not asked for yet (OpenID Authentication 2.0, section 11.4.2). */
interface Said {
  readonly fields: URLSearchParams;
  readonly fault: FaultId | undefined;
  readonly ends: number;
}

/** Plays a server of OpenID 2.0. */
export class OpenId2 {
  /** By `openid.sig`. */
  readonly #said = new Map<string, Said>();

  /** GET shows the picker, POST takes the choice (section 9). */
  authenticate(request: SimulatedRequest): SimulatedResponse {
    const query = request.url.searchParams;
    const returnTo = query.get("openid.return_to") ?? "";
    if (!isLoopbackUrl(returnTo) || !returnTo.startsWith(query.get("openid.realm") ?? "-"))
      return refused("openid.return_to must be an address of this machine, in the realm.");
    const { user, fault, isDenied } = choiceOf(request);
    if (isDenied)
      return { ...back(returnTo, { ns: namespace, mode: "cancel" }), problem: "cancel: the user refused" };
    if (!user) {
      const provider = request.record?.name ?? request.providerId;
      return document(
        pickerPage(
          { provider, clientId: new URL(returnTo).host, redirectUri: returnTo, scope: "" },
          request.users,
        ),
      );
    }
    return back(returnTo, this.#assert(request, user, returnTo, fault));
  }

  #assert(request: SimulatedRequest, user: SimulatedUser, returnTo: string, fault: FaultId | undefined) {
    const now = Date.now();
    const account = `${request.url.origin}/openid/id/${accountOf(user)}`;
    const time = new Date(fault === "expired" ? now - 3_600_000 : now).toISOString().slice(0, 19);
    const fields = {
      ns: namespace,
      mode: "id_res",
      op_endpoint:
        fault === "wrong-issuer" ? "https://issuer.invalid" : request.url.origin + request.url.pathname,
      claimed_id: account,
      identity: account,
      return_to: returnTo,
      response_nonce: `${time}Z${randomBytes(9).toString("base64url")}`,
      assoc_handle: "local",
      signed: ["signed", ...signedNames].join(","),
      sig: randomBytes(20).toString("base64"),
    };
    for (const [sig, { ends }] of this.#said) if (ends < now) this.#said.delete(sig);
    this.#said.set(fields.sig, { fields: prefixed(fields), fault, ends: now + answerMilliseconds });
    return fields;
  }

  /** Every answer is confirmed once, and only as it was given. */
  check({ form }: SimulatedRequest): SimulatedResponse {
    const sig = form.get("openid.sig") ?? "";
    const said = this.#said.get(sig);
    this.#said.delete(sig);
    const isSame =
      said !== undefined &&
      [...said.fields].every(([name, value]) => name === "openid.mode" || form.get(name) === value);
    const isValid = isSame && said.fault !== "error-200" && said.fault !== "bad-signature";
    return {
      ...(!isValid && {
        problem: "is_valid:false: the answer isn't the one that was given, or was checked before",
      }),
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      body: `ns:${namespace}\nis_valid:${String(isValid)}\n`,
    };
  }

  /** The profile of an account, which is asked for by its number. */
  profile({ url, record, origin, users }: SimulatedRequest): SimulatedResponse {
    const user = users.list.find((one) => [...url.searchParams.values()].includes(accountOf(one)));
    if (!user) return json({ error: "not_found" }, 404);
    return json(userinfoOf(record, visitOf({ user, clientId: "", scope: "", fault: undefined }, origin)));
  }
}

/** Accounts of such servers are numbers of 17 digits. */
const accountOf = ({ number }: SimulatedUser): string => String(number).padStart(17, "76561190000000000");

const prefixed = (fields: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [`openid.${name}`, value]));

function back(returnTo: string, fields: Readonly<Record<string, string>>): SimulatedResponse {
  const target = new URL(returnTo);
  for (const [name, value] of prefixed(fields)) target.searchParams.append(name, value);
  return redirect(target.href);
}
