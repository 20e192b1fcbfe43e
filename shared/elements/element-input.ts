import { z } from 'zod';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import { findTakenSlugIssues } from '../find-taken-slug-issues.ts';
import { Euros, Id, Instant, Slug } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { findTakenValueIssues, type TakenValue, type ValueOwner } from '../item-issue.ts';
import { languages } from '../languages.ts';
import { Localized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';
import { elementStatuses, maxPeoplePerRegistration } from './registration-rules.ts';

const ElementSlotFields = z.strictObject({
  id: Id,
  startsAt: Instant,
  endsAt: Instant,
  /** Maximum number of people on this date; null for no limit. */
  capacity: z.int().min(1).max(10_000).nullable().default(null),
});

export const ElementFields = z.strictObject({
  id: Id,
  /** The list to which the element belongs, such as `events`. */
  route: Slug,
  slug: z.union([Slug, z.partialRecord(z.enum(languages), Slug)]),
  title: Localized,
  /** The summary of the element in plain text. */
  summary: Localized,
  body: LocalizedMarkdownOrHtml,
  publishedAt: Instant,
  place: Localized.default(''),
  /** The postal address of the place; empty if it is the estate's own address. */
  placeAddress: Localized.default(''),
  /** The price per person in euros; 0 if it is free, null if the page states no price. */
  pricePerPerson: Euros.nullable().default(null),
  /** Slugs of tags. Visitors can filter by the tags that have a label. */
  tags: z.array(Slug).max(20).default([]),
  /** ISO 639-1 codes of the languages in which the element takes place. These need not be languages of the site. */
  languages: z.array(z.string().regex(/^[a-z]{2}$/, { error: 'a language code such as "fr"' })).default([]),
  status: z.enum(elementStatuses).default('SCHEDULED'),
  /** The rules of registration; null if visitors cannot register. */
  registration: z
    .strictObject({
      maxPeople: z.int().min(1).max(maxPeoplePerRegistration).default(10),
      closesHoursBefore: z.int().min(0).max(1_000).default(0),
    })
    .nullable()
    .default(null),
  slots: z.array(ElementSlotFields).max(200).default([]),
  image: Id.nullable().default(null),
  images: z.array(Id).default([]),
});

type Slots = Pick<z.infer<typeof ElementFields>, 'slots'>;

export function findElementSlotIssues({ slots }: Slots): InputIssue[] {
  const ids = new Set<number>();
  return slots.flatMap(({ id, startsAt, endsAt }, index): InputIssue[] => {
    const isRepeated = ids.has(id);
    ids.add(id);
    return [
      ...(isRepeated ? [{ path: ['slots', index, 'id'], message: 'must not be a duplicate' }] : []),
      ...(Date.parse(endsAt) <= Date.parse(startsAt)
        ? [{ path: ['slots', index, 'endsAt'], message: 'must be after "startsAt"', code: 'end_before_start' }]
        : []),
    ];
  });
}

export const ElementInput = ElementFields.superRefine(createRefinement(findElementSlotIssues));
export type ElementInput = z.infer<typeof ElementInput>;

type CheckedElement = Pick<ElementInput, 'slug'> & { slots: readonly { id: number }[] };

interface ElementOwners {
  /** The other elements by their slugs in all languages. */
  slugs: ReadonlyMap<string, ValueOwner>;
  /** The other elements by the ids of their slots. */
  slots: ReadonlyMap<number, ValueOwner>;
}

export const findTakenElementValues = (element: CheckedElement, { slugs, slots }: ElementOwners): TakenValue[] => [
  ...findTakenSlugIssues(element, slugs),
  ...element.slots.flatMap(({ id }, index) => findTakenValueIssues(['slots', index, 'id'], id, slots)),
];

export const elementResourceSpec = defineResourceSpec({
  name: 'element',
  group: 'news',
  key: 'id',
  keys: 'assigned',
  input: ElementInput,
  list: {
    fields: { route: 'text', title: 'text', status: 'text', publishedAt: 'date' },
    orders: ['id', 'title', 'route', 'publishedAt'],
    columns: ['title', 'route', 'status', 'publishedAt'],
  },
});
