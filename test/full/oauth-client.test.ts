/** `authwright/oauth` with every provider of the package, as `auth dev` plays it. */
import { everyProviderSignsIn, playedByDev } from "../oauth-client/every-provider.js";

playedByDev();
everyProviderSignsIn(() => true);
