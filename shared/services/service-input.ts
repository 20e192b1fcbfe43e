import { z } from 'zod';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import { ClockTime, Euros, Id, ListPosition, Slug } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { languages } from '../languages.ts';
import { Localized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';
import { weekdays } from '../places/weekday.ts';

export const EstateServiceFields = z.strictObject({
  id: Id,
  position: ListPosition,
  slug: z.union([Slug, z.partialRecord(z.enum(languages), Slug)]),
  title: Localized,
  /** The summary of the service in plain text. */
  summary: Localized,
  body: LocalizedMarkdownOrHtml,
  tags: z.array(Slug).default([]),
  /** True if only logged-in customers see the details of the service. */
  membersOnly: z.boolean().default(false),
  /** The price in euros with VAT; null if no price is stated. */
  price: Euros.nullable().default(null),
  /** The hours at which the service is offered, in the site's time zone. */
  schedules: z
    .array(z.strictObject({ id: Id, weekdays: z.array(z.enum(weekdays)).min(1), from: ClockTime, to: ClockTime }))
    .default([]),
  closures: z.array(z.strictObject({ from: z.iso.date(), to: z.iso.date() })).default([]),
  image: Id.nullable().default(null),
});

type ServiceTimes = Pick<z.infer<typeof EstateServiceFields>, 'schedules' | 'closures'>;

export const findServiceTimeIssues = ({ schedules, closures }: ServiceTimes): InputIssue[] => [
  ...schedules.flatMap(({ from, to }, index) =>
    to <= from ? [{ path: ['schedules', index, 'to'], message: 'must be after "from"', code: 'end_before_start' }] : [],
  ),
  ...closures.flatMap(({ from, to }, index) =>
    to < from
      ? [{ path: ['closures', index, 'to'], message: 'must not be before "from"', code: 'end_before_start' }]
      : [],
  ),
];

export const ServiceInput = EstateServiceFields.superRefine(createRefinement(findServiceTimeIssues));
export type ServiceInput = z.infer<typeof ServiceInput>;

export const serviceResourceSpec = defineResourceSpec({
  name: 'service',
  group: 'news',
  key: 'id',
  keys: 'assigned',
  input: ServiceInput,
  list: {
    fields: { title: 'text', membersOnly: 'boolean', position: 'number' },
    orders: ['id', 'title', 'position'],
    columns: ['title', 'membersOnly', 'position'],
  },
});
