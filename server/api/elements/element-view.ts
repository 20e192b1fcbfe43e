import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { ElementSlot, ElementSummary } from '#shared/elements/elements-contract.ts';
import { computePlacesLeft, computeSlotRegistrationState } from '#shared/elements/registration-rules.ts';
import type { Image } from '#shared/media/image.ts';
import { centsToEuros } from '#shared/money.ts';
import type { ElementDates, ElementRow, Occupancy, SlotRow } from './elements-repository.ts';

export const toElementSummary = (
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

export function toElementSlot(
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
