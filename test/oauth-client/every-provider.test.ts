/** A sample; `npm run test:full -- --only oauth-client` takes all of them. */
import { everyProviderSignsIn, playedByDev } from "./every-provider.js";

playedByDev();
everyProviderSignsIn((at) => at % 12 === 0);
