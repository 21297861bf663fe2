/** Addresses that look as if not everybody may see them. */
export const privatePath =
  /^\/(?:\[[^\]]+\]\/)?(?:account|dashboard|admin|settings|profile|billing|me|members?|private|protected)(?:\/|$)/;
/** Calls of other machines come with a signature instead of a session. */
export const machinePath = /\/(?:webhooks?|hooks?|cron|health|stripe|inngest|trpc|og)(?:\/|\.|$)/i;
