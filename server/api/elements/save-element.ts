import { and, eq, gt, inArray, ne, notInArray, sql } from 'drizzle-orm';
import { createPublicationNotifier } from '#server/api/changes/publication-notifier.ts';
import { saveRows } from '#server/api/changes/save-rows.ts';
import { allocateIds, assignMissingIds } from '#server/api/database/ids.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { findSlugOwners } from '#server/api/database/slug-owners.ts';
import {
  createTableRows,
  deleteRowByProperty,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { type FindTextImageAttributes, readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { defineResource, refuseFirstItemIssue } from '#server/api/resources/resource.ts';
import { renderLocalizedRichText } from '#server/api/site/render-text.ts';
import { type ElementInput, elementResourceSpec, findTakenElementValues } from '#shared/elements/element-input.ts';
import { type InputIssue, toSchemaIssue } from '#shared/input-issue.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { refuse } from '#shared/outcome.ts';
import { moveRegistrations } from './elements-repository.ts';
import { elementImages, elementRegistrations, elementSlots, elements } from './elements-tables.ts';

export function toElementRows(
  list: readonly ElementInput[],
  findPicture: FindTextImageAttributes,
  updatedAt: Date,
): RowsOfTable[] {
  const ids = list.map(({ id }) => id);
  return [
    createTableRows(
      elements,
      list.map(({ images: _images, slots: _slots, image, body, registration, pricePerPerson, ...columns }) => ({
        ...columns,
        html: renderLocalizedRichText(body, findPicture),
        publishedAt: new Date(columns.publishedAt),
        updatedAt,
        pricePerPerson: pricePerPerson === null ? null : eurosToCents(pricePerPerson),
        maxPeople: registration?.maxPeople ?? null,
        closesHoursBefore: registration?.closesHoursBefore ?? 0,
        imageId: image,
      })),
    ),
    createTableRows(
      elementImages,
      list.flatMap(({ id, images }) =>
        [...new Set(images)].map((imageId, position) => ({ elementId: id, imageId, position })),
      ),
      { elementId: ids },
    ),
    createTableRows(
      elementSlots,
      list.flatMap(({ id: elementId, slots }) =>
        slots.map(({ id, startsAt, endsAt, capacity }) => ({
          id,
          elementId,
          startsAt: new Date(startsAt),
          endsAt: new Date(endsAt),
          capacity,
        })),
      ),
      { elementId: ids },
    ),
  ];
}

/**
 * Finds upcoming slots with registrations that a save would move into the past, so that visitors could neither attend
 * nor cancel. Other slots may be in the past, because pages of past events stay online.
 */
async function findRegisteredPastIssues(tx: SiteTx, { id, slots }: ElementInput): Promise<InputIssue[]> {
  const rows = await tx
    .selectDistinct({ slotId: elementRegistrations.slotId })
    .from(elementRegistrations)
    .where(
      and(
        eq(elementRegistrations.elementId, id),
        ne(elementRegistrations.state, 'CANCELLED'),
        gt(elementRegistrations.startsAt, sql`now()`),
      ),
    );
  const registered = new Set(rows.map(({ slotId }) => slotId));
  const now = (await readDatabaseTime(tx)).getTime();
  return slots.flatMap((slot, index): InputIssue[] =>
    registered.has(slot.id) && Date.parse(slot.startsAt) <= now
      ? [{ path: ['slots', index, 'startsAt'], message: 'must be in the future', code: 'registered_in_past' }]
      : [],
  );
}

export const elementPublicationStorefrontNotifier = createPublicationNotifier('announce-elements', [elements]);

/** Saves an element with its slots. Upcoming slots with registrations are neither removed nor moved into the past. */
export async function saveElement(tx: SiteTx, element: ElementInput): Promise<SaveOutcome<'invalid_input'>> {
  const owners = { slugs: await findSlugOwners(tx, elements, element), slots: await findSlotOwners(tx, element) };
  const refusal = refuseFirstItemIssue(findTakenElementValues(element, owners));
  if (refusal) return refusal;
  const slotIds = element.slots.map(({ id }) => id);
  // The slots are locked, so that a registration for a slot that is being removed waits until this transaction ends.
  await tx
    .select()
    .from(elementSlots)
    .where(eq(elementSlots.elementId, element.id))
    .orderBy(elementSlots.id)
    .for('update');
  if (await hasUpcomingRegistrations(tx, element.id, slotIds))
    return refuse('still_referenced', { values: { field: 'slots' } });
  const issues = await findRegisteredPastIssues(tx, element);
  if (issues.length > 0) return { ...refuse('invalid_input'), input: element, issues: issues.map(toSchemaIssue) };
  const findPicture = await readEmbeddedImageLookup(tx, element.body);
  const saved = await saveRows(tx, toElementRows([element], findPicture, new Date()));
  if (!saved.ok) return saved;
  await elementPublicationStorefrontNotifier.queueNext(tx);
  await moveRegistrations(tx);
  return saved;
}

/** @param exceptSlotIds Slots whose registrations are not counted. */
async function hasUpcomingRegistrations(
  tx: SiteTx,
  elementId: number,
  exceptSlotIds: readonly number[] = [],
): Promise<boolean> {
  const where = and(
    eq(elementRegistrations.elementId, elementId),
    ne(elementRegistrations.state, 'CANCELLED'),
    gt(elementRegistrations.startsAt, sql`now()`),
    notInArray(elementRegistrations.slotId, [...exceptSlotIds]),
  );
  return (await tx.$count(elementRegistrations, where)) > 0;
}

/** Finds the other elements that have one of the element's slots: their ids by the id of the slot. */
async function findSlotOwners(tx: SiteTx, { id, slots }: ElementInput): Promise<Map<number, number>> {
  const slotIds = slots.map((slot) => slot.id);
  const rows = await tx
    .select({ id: elementSlots.id, elementId: elementSlots.elementId })
    .from(elementSlots)
    .where(and(inArray(elementSlots.id, slotIds), ne(elementSlots.elementId, id)));
  return new Map(rows.map((row) => [row.id, row.elementId]));
}

type StoredElement = StoredRowWithoutSiteId<typeof elements> & {
  images: StoredRowWithoutSiteId<typeof elementImages>[];
  slots: StoredRowWithoutSiteId<typeof elementSlots>[];
};

const toElementInput = ({
  html,
  publishedAt,
  updatedAt: _updatedAt,
  pricePerPerson,
  maxPeople,
  closesHoursBefore,
  imageId,
  images,
  slots,
  ...columns
}: StoredElement): ElementInput => ({
  ...columns,
  body: { html },
  publishedAt: publishedAt.toISOString(),
  pricePerPerson: pricePerPerson === null ? null : centsToEuros(pricePerPerson),
  registration: maxPeople === null ? null : { maxPeople, closesHoursBefore },
  image: imageId,
  images: images.map((image) => image.imageId),
  slots: slots.map(({ id, startsAt, endsAt, capacity }) => ({
    id,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    capacity,
  })),
});

export const elementResource = defineResource({
  ...elementResourceSpec,
  table: elements,
  save: saveElement,
  toInput: toElementInput,
  parts: {
    images: { table: elementImages, foreignKey: 'elementId' },
    slots: { table: elementSlots, foreignKey: 'elementId' },
  },
  completeInput: async (tx, input) => ({ ...input, slots: await assignMissingIds(tx, elementSlots, input.slots) }),
  remove: async (tx, key) => {
    if (await hasUpcomingRegistrations(tx, Number(key)))
      return refuse('still_referenced', { values: { field: 'slots' } });
    // Records the highest id as used. Otherwise a later slot could get the id of a deleted slot, and with the id its
    // registrations.
    await allocateIds(tx, elementSlots, 0);
    return deleteRowByProperty(tx, elements, 'id', key);
  },
});
