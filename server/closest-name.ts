import { distance } from 'fastest-levenshtein';

/**
 * Returns the name that is most similar to a misspelt one; undefined if every name differs by more than `maxDistance`
 * letters or half of its length.
 */
export function findClosestName(text: string, names: readonly string[], maxDistance = 3): string | undefined {
  const byDistance = names
    .map((name) => ({ name, difference: distance(text, name) }))
    .filter(({ name, difference }) => difference <= Math.min(maxDistance, Math.ceil(name.length / 2)))
    .sort((a, b) => a.difference - b.difference);
  return byDistance[0]?.name;
}

/** Formats a suggestion such as ` Did you mean "import"?`; empty if no name is similar. */
export function formatNameSuggestion(text: string, names: readonly string[]): string {
  const name = findClosestName(text, names);
  return name ? ` Did you mean "${name}"?` : '';
}
