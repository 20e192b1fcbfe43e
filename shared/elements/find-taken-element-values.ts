import { findTakenSlugIssues } from '../find-taken-slug-issues.ts';
import { findTakenValueIssues, type TakenValue, type ValueOwner } from '../item-issue.ts';
import type { ElementInput } from './element-input.ts';

type CheckedElement = Pick<ElementInput, 'slug'> & { slots: readonly { id: number }[] };

interface ElementOwners {
  /** The other elements by their slugs in all languages. */
  slugs: ReadonlyMap<string, ValueOwner>;
  /** The other elements by the ids of their slots. */
  slots: ReadonlyMap<number, ValueOwner>;
}

/** Finds slugs and slots of an element that another element has. */
export const findTakenElementValues = (element: CheckedElement, { slugs, slots }: ElementOwners): TakenValue[] => [
  ...findTakenSlugIssues(element, slugs),
  ...element.slots.flatMap(({ id }, index) => findTakenValueIssues(['slots', index, 'id'], id, slots)),
];
