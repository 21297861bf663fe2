/** Places of a type that say less than those of another: `any` or `unknown` where the other knows. */
import ts from "typescript";

/** Types nest without end: what is deeper is compared where it has a name of its own. */
const deepest = 4;

/** @returns paths such as `.user.name` and `(0).token`, of members, parameters and results */
export function looserPlaces(checker: ts.TypeChecker, ours: ts.Symbol, theirs: ts.Symbol): string[] {
  const seen = new Set<string>();
  const places: string[] = [];
  const typeOf = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Type
      ? checker.getDeclaredTypeOfSymbol(symbol)
      : checker.getTypeOfSymbol(symbol);
  visit(typeOf(ours), typeOf(theirs), "", 0);
  return places;

  function visit(here: ts.Type, there: ts.Type, place: string, depth: number): void {
    if (there.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return;
    if (here.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) {
      places.push(place);
      return;
    }
    const pair = `${idOf(here)} ${idOf(there)}`;
    if (depth === deepest || seen.has(pair)) return;
    seen.add(pair);
    const [one, other] = [checker.getNonNullableType(here), checker.getNonNullableType(there)];
    if (one.isUnion() || other.isUnion()) return;
    for (const member of checker.getPropertiesOfType(other)) {
      if (isOfLanguage(member)) continue;
      const own = checker.getPropertyOfType(one, member.name);
      if (own)
        visit(
          checker.getTypeOfSymbol(own),
          checker.getTypeOfSymbol(member),
          `${place}.${member.name}`,
          depth + 1,
        );
    }
    const [call] = one.getCallSignatures();
    const [otherCall] = other.getCallSignatures();
    if (!call || !otherCall) return;
    for (const [at, parameter] of otherCall.parameters.entries()) {
      const own = call.parameters[at];
      if (own)
        visit(checker.getTypeOfSymbol(own), checker.getTypeOfSymbol(parameter), `${place}(${at})`, depth + 1);
    }
    visit(call.getReturnType(), otherCall.getReturnType(), `${place}()`, depth + 1);
  }
}

const idOf = (type: ts.Type) => String((type as unknown as { readonly id: number }).id);

/** Members of what the language itself declares, such as those of texts and promises. */
const isOfLanguage = (member: ts.Symbol) =>
  member.declarations?.every((node) =>
    /\/typescript\/lib\/|\/@types\/node\//.test(node.getSourceFile().fileName),
  ) ?? false;
