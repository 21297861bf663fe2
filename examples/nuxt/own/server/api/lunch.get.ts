export default defineEventHandler(() => lunch.guests());
