/** Whether an address looks as if not everybody may see it. */
export const isPrivatePath = (pathname: string): boolean =>
  /^\/(?:\[[^\]]+\]\/)?(?:account|dashboard|admin|settings|profile|billing|me|members?|private|protected)(?:\/|$)/.test(
    pathname,
  );

/** Whether other machines call it, whose calls come with a signature instead of a session. */
export const isMachinePath = (pathname: string): boolean =>
  /\/(?:webhooks?|hooks?|cron|health|stripe|inngest|trpc|og)(?:\/|\.|$)/i.test(pathname);

/** Whether it takes a form that anybody may send. */
export const isOpenForm = (pathname: string): boolean =>
  /\b(?:login|signin|signup|register|contact|subscribe|search)\b/.test(pathname);
