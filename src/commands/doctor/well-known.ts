/** What a project says of `/.well-known/…`, for a drive through its running app. */
import { supportOf } from "../../templates/frameworks/index.js";
import { placedPages } from "../../cli/source/configuration/page-addresses.js";
import type { Survey } from "../../cli/findings/survey.js";
import { namesOf } from "../additions/well-known.js";
import type { ExpectedAddresses } from "./live/well-known.js";

export function expectedAddresses(all: Survey | undefined): ExpectedAddresses {
  const { framework, configuration, facts } = all ?? {};
  // Below a path of its own the app never sees the root of its host.
  if (framework === undefined || facts === undefined || framework.prefix(facts.files) !== "")
    return { paths: [], pages: [], line: undefined };
  return {
    paths: namesOf(configuration).map((name) => `/.well-known/${name}`),
    pages: placedPages(configuration).map(({ address }) => address),
    line: supportOf(framework).wellKnown?.line,
  };
}
