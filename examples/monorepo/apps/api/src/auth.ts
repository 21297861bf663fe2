import { shared } from "@desk/auth";
import { createAuth } from "authwright/express";

/** Reads the session that the web app has made. Nobody signs in here: there are no providers. */
export const auth = createAuth({ ...shared, providers: [] });
