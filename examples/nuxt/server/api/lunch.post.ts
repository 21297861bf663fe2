import { auth } from "../auth";

export default defineEventHandler(async (event) => {
  const { user } = await auth.require(event);
  lunch.join(user?.name ?? "Somebody");
  return lunch.guests();
});
