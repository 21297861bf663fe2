export default defineEventHandler(async (event) => {
  const { name } = await readBody<{ name: string }>(event);
  lunch.join(name);
  return lunch.guests();
});
