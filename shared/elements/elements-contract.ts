import { z } from 'zod';
import { Email } from '#shared/accounts/account-fields.ts';
import { contentTypePages } from '#shared/content-type-pages.ts';
import { createRequiredTextSchema, eurosField, idField } from '#shared/contract-fields.ts';
import { defineContract, IdParam, idempotencyRefusals } from '#shared/endpoint.ts';
import { FileDownload } from '#shared/file-download.ts';
import { maxTextLengths } from '#shared/limits.ts';
import { createListQuerySchema } from '#shared/list-query.ts';
import { ListFilterTag } from '#shared/list-tags.ts';
import { Image } from '#shared/media/image.ts';
import { ProofOfWorkField } from '#shared/proof-of-work-challenge.ts';
import { idFromTextSchema } from '#shared/text-values.ts';
import { elementStatuses, maxPeoplePerRegistration } from './registration-rules.ts';

const ElementSlot = z.object({
  id: z.int(),
  /** The time at which the slot begins, in ISO 8601 (UTC). */
  startsAt: z.string(),
  endsAt: z.string(),
  /** Maximum number of people in this slot; null for no limit. */
  capacity: z.int().nullable(),
  /** Places left: 0 while the waiting list has registrations, null for no limit, `capacity` once the slot has begun. */
  placesLeft: z.int().nullable(),
  registration: z.enum(['NONE', 'OPEN', 'WAITING_LIST', 'FULL', 'CLOSED']),
});
export type ElementSlot = z.infer<typeof ElementSlot>;

const ElementSummary = z.object({
  id: z.int(),
  route: z.string(),
  slug: z.string(),
  title: z.string(),
  /** The summary of the element in plain text. */
  summary: z.string(),
  publishedAt: z.string(),
  updatedAt: z.string(),
  status: z.enum(elementStatuses),
  /** Beginning and end of the next date, or of the last one if all are over; null without dates. */
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  upcomingDates: z.int(),
  /** True if all dates of the element are over. */
  isPast: z.boolean(),
  place: z.string(),
  tags: z.array(z.string()),
  /** The price per person in euros; 0 if it is free, null if no price is stated. */
  pricePerPerson: eurosField.nullable(),
  /** ISO 639-1 codes of the languages that are spoken. */
  languages: z.array(z.string()),
  image: Image.nullable(),
});
export type ElementSummary = z.infer<typeof ElementSummary>;

/**
 * An element, such as a tasting or a visit, with its full text and dates. `html` is sanitised.
 */
const ElementDetail = ElementSummary.extend({
  html: z.string(),
  images: z.array(Image),
  /** The postal address of the place; empty if it is the estate's own address. */
  placeAddress: z.string(),
  /** Maximum number of people in one registration; null if visitors cannot register. */
  maxPeople: z.int().nullable(),
  /** The dates of the element in chronological order. */
  slots: z.array(ElementSlot),
});
export type ElementDetail = z.infer<typeof ElementDetail>;

const RouteParam = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);

export const elementsContract = defineContract({
  'GET /element/{route}': {
    summary: 'The elements of a route, such as events: those to come first, then those without dates, then past ones',
    params: z.object({ route: RouteParam }),
    query: createListQuerySchema({
      fields: { upcoming: 'boolean', tag: 'words' },
      orders: [],
      nbItem: contentTypePages.elements.pageSize,
    }),
    data: z.object({
      items: z.array(ElementSummary),
      total: z.int(),
      /** The tags of all published elements of the route, regardless of the query. */
      tags: z.array(ListFilterTag),
    }),
  },
  'GET /element/{route}/{id}': {
    summary: 'One element with its dates and the places left',
    params: z.object({ route: RouteParam, id: IdParam }),
    data: z.object({ element: ElementDetail }),
    refusals: { not_found: 404 },
  },
  'POST /element/{route}/{id}/register': {
    isIdempotent: true,
    summary:
      'Registers people for a date of an element, or puts them on its waiting list. With the header Idempotency-Key, a repeated call does not register twice',
    params: z.object({ route: RouteParam, id: IdParam }),
    body: z.strictObject({
      idSlot: idField,
      name: createRequiredTextSchema(2 * maxTextLengths.name),
      email: Email,
      people: z.int().min(1).max(maxPeoplePerRegistration),
      /** The spoken language that the visitor chooses, one of the element's languages; empty for no choice. */
      language: z.string().max(2).default(''),
      altcha: ProofOfWorkField,
    }),
    data: z.object({ state: z.enum(['CONFIRMED', 'WAITING']) }),
    refusals: {
      proof_invalid: 422,
      not_found: 404,
      unknown_date: 422,
      registration_closed: 409,
      waiting_list_full: 409,
      too_many_people: 422,
      unknown_language: 422,
      ...idempotencyRefusals,
      too_many: 429,
    },
  },
  'PUT /element/registration/cancel': {
    summary: 'Cancels a registration by the token of a link in its mails',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    data: z.object({}),
    refusals: { link_expired: 422, too_many: 429 },
  },
  'GET /admin/element/registration': {
    summary: 'The registrations, newest first',
    access: 'staff',
    query: createListQuerySchema({
      fields: { idElement: 'number', idSlot: 'number', state: { set: ['CONFIRMED', 'WAITING', 'CANCELLED'] } },
      orders: [],
    }),
    data: z.object({
      registrations: z.array(
        z.object({
          id: z.int(),
          idElement: z.int(),
          idSlot: z.int(),
          title: z.string(),
          startsAt: z.string(),
          name: z.string(),
          email: z.string(),
          people: z.int(),
          language: z.string(),
          state: z.enum(['CONFIRMED', 'WAITING', 'CANCELLED']),
          createdAt: z.string(),
        }),
      ),
      total: z.int(),
    }),
  },
  'PUT /admin/element/registration/{id}/cancel': {
    summary: 'Cancels a registration, notifies the visitor by mail and gives the places to the waiting list',
    access: 'staff',
    params: z.object({ id: IdParam }),
    body: z.strictObject({
      /** The message to the visitor who registered; empty for none. */
      reason: z.string().trim().max(maxTextLengths.message).default(''),
    }),
    data: z.object({}),
    refusals: { not_found: 404, already_cancelled: 409 },
  },
  'GET /admin/element/registrations.csv': {
    summary: 'The registrations of an element as CSV, by date',
    access: 'staff',
    query: z.strictObject({ idElement: idFromTextSchema }),
    fileType: 'text/csv; charset=utf-8',
    data: FileDownload,
  },
});
