import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { type ElementSlot, type ElementSummary, elementsContract } from '#shared/elements/elements-contract.ts';
import { computePlacesLeft, computeSlotRegistrationState } from '#shared/elements/registration-rules.ts';
import type { Image } from '#shared/media/image.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok, refuse } from '#shared/outcome.ts';
import {
  type ElementRow,
  type Occupancy,
  readElementById,
  readOccupancyOfUpcomingSlots,
  readPublishedElement,
  readPublishedElements,
  readSlotsOfElements,
  readTagsOfListedElements,
  type SlotRow,
} from './elements-repository.ts';
import { elementImages } from './elements-tables.ts';

interface ElementDates {
  /** Start of the first date that has not ended, or of the last date if all are past; null without dates. */
  startsAt: Date | null;
  endsAt: Date | null;
  upcomingDates: number;
  isPast: boolean;
}

const readImageIdsOfElement = async (tx: SiteTx, elementId: number): Promise<number[]> =>
  (
    await tx
      .select({ imageId: elementImages.imageId })
      .from(elementImages)
      .where(eq(elementImages.elementId, elementId))
      .orderBy(asc(elementImages.position))
  ).map(({ imageId }) => imageId);

function computeElementDates(slots: readonly SlotRow[], now: Date): ElementDates {
  const upcoming = slots.filter(({ endsAt }) => endsAt > now);
  const shown = upcoming[0] ?? slots.at(-1);
  return {
    startsAt: shown?.startsAt ?? null,
    endsAt: shown?.endsAt ?? null,
    upcomingDates: upcoming.length,
    isPast: slots.length > 0 && upcoming.length === 0,
  };
}

const toElementSummary = (
  row: ElementRow,
  { startsAt, endsAt, upcomingDates, isPast }: ElementDates,
  images: ReadonlyMap<number, Image>,
  pickLanguage: PickLocalizedText,
): ElementSummary => ({
  id: row.id,
  route: row.route,
  slug: pickLanguage(row.slug),
  title: pickLanguage(row.title),
  summary: pickLanguage(row.summary),
  publishedAt: row.publishedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  status: row.status,
  startsAt: startsAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  upcomingDates,
  isPast,
  place: pickLanguage(row.place),
  tags: row.tags,
  pricePerPerson: row.pricePerPerson === null ? null : centsToEuros(row.pricePerPerson),
  languages: row.languages,
  image: row.imageId === null ? null : (images.get(row.imageId) ?? null),
});

function toElementSlot(
  element: ElementRow,
  { id, startsAt, endsAt, capacity }: SlotRow,
  { taken, waiting }: Occupancy = { taken: 0, waiting: 0 },
  now: Date,
): ElementSlot {
  const occupancy = { startsAt, capacity, taken, waiting };
  return {
    id,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    capacity,
    placesLeft: computePlacesLeft(occupancy),
    registration: computeSlotRegistrationState(element, occupancy, now.getTime()),
  };
}

export function elementsRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'elements', elementsContract, dependencies);

  route('GET /element/{route}', ({ params, query, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const now = new Date();
      const { rows, total } = await readPublishedElements(tx, params.route, query, now);
      const slots = Map.groupBy(
        await readSlotsOfElements(
          tx,
          rows.map(({ id }) => id),
        ),
        ({ elementId }) => elementId,
      );
      const images = await readImagesById(
        tx,
        rows.map(({ imageId }) => imageId),
        pickLanguage,
      );
      const items = rows.map((row) =>
        toElementSummary(row, computeElementDates(slots.get(row.id) ?? [], now), images, pickLanguage),
      );
      return { items, total, tags: await readTagsOfListedElements(tx, params.route, now, pickLanguage) };
    }),
  );

  route('GET /element/{route}/{id}', ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const now = new Date();
      const row = await readPublishedElement(tx, params.route, params.id, now);
      if (!row) return refuse('not_found');
      const slots = await readSlotsOfElements(tx, [row.id]);
      const occupancy = await readOccupancyOfUpcomingSlots(
        tx,
        slots.map(({ id }) => id),
      );
      const imageIds = await readImageIdsOfElement(tx, row.id);
      const images = await readImagesById(tx, [row.imageId, ...imageIds], pickLanguage);
      const element = {
        ...toElementSummary(row, computeElementDates(slots, now), images, pickLanguage),
        html: pickLanguage(row.html),
        images: imageIds.map((id) => images.get(id)).filter((image) => image !== undefined),
        placeAddress: pickLanguage(row.placeAddress),
        maxPeople: row.maxPeople,
        slots: slots.map((slot) => toElementSlot(row, slot, occupancy.get(slot.id), now)),
      };
      return ok({ element });
    }),
  );
}

/**
 * Reads the future slots of an element for which visitors can register, or which need no registration; null if there is
 * no such published element.
 */
export async function readAttendableSlots(tx: SiteTx, elementId: number, now: Date): Promise<SlotRow[] | null> {
  const element = await readElementById(tx, elementId);
  if (!element || element.publishedAt > now) return null;
  const slots = (await readSlotsOfElements(tx, [elementId])).filter(({ startsAt }) => startsAt > now);
  const occupancy = await readOccupancyOfUpcomingSlots(
    tx,
    slots.map(({ id }) => id),
  );
  return slots.filter((slot) => {
    const state = computeSlotRegistrationState(
      element,
      { ...slot, ...(occupancy.get(slot.id) ?? { taken: 0, waiting: 0 }) },
      now.getTime(),
    );
    if (state === 'NONE') return element.status === 'SCHEDULED';
    return state === 'OPEN' || state === 'WAITING_LIST';
  });
}
