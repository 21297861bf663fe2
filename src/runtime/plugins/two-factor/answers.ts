/** Answers to a form: pages for browsers, JSON for scripts that ask for it. */
import { wantsJson } from "../../http/action-request.js";
import { type FlowResult, json, noStore, withCookies } from "../../http/flow-result.js";
import type { CookieChange } from "../../http/cookies.js";
import type { PluginPage } from "../host/plugin.js";
import { WrongAnswer } from "../host/wrong-answer.js";
import { say } from "./say.js";
import type { Drawn } from "./pages.js";

/** What the throttle counts. */
export const wrongAnswer = (
  drawn: Drawn,
  page: PluginPage,
  cookies: readonly CookieChange[] = [],
): WrongAnswer => {
  const answer: FlowResult = wantsJson(drawn.context)
    ? json({ error: "wrong-code", message: say(drawn, "wrongCode") }, { status: 401, headers: noStore })
    : drawn.own.show(drawn.context, page, 401);
  return new WrongAnswer(withCookies(answer, cookies));
};
