import { findTakenValueIssues, type TakenValue, type ValueOwner } from './item-issue.ts';
import type { Localized } from './localized.ts';

export const listSlugsInAllLanguages = (slug: Localized): string[] => [
  ...new Set(typeof slug === 'string' ? [slug] : Object.values(slug)),
];

/** Finds slugs of an item that another item of its kind has in any language, which no table constraint can express. */
export const findTakenSlugIssues = (
  { slug }: { slug: Localized },
  owners: ReadonlyMap<string, ValueOwner>,
): TakenValue[] => listSlugsInAllLanguages(slug).flatMap((value) => findTakenValueIssues(['slug'], value, owners));
