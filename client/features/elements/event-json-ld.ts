import { createWineryJsonLd } from '#client/core/create-winery-json-ld.ts';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { elementContentType } from '#shared/elements/element-content-type.ts';
import type { ElementDetail, ElementSlot } from '#shared/elements/elements-contract.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';

const statuses = {
  SCHEDULED: 'https://schema.org/EventScheduled',
  POSTPONED: 'https://schema.org/EventPostponed',
  CANCELLED: 'https://schema.org/EventCancelled',
} as const;

/**
 * Returns one schema.org `Event` for each date of an element that is not over, or for its last date if all are over.
 */
export function createEventJsonLd(element: ElementDetail, path: string, args: LoaderArgs, now: Date): object[] {
  const upcoming = element.slots.filter(({ endsAt }) => new Date(endsAt) > now);
  const shown = upcoming.length > 0 ? upcoming : element.slots.slice(-1);
  return shown.map((slot) => slotJsonLd(element, slot, path, args));
}

function slotJsonLd(element: ElementDetail, slot: ElementSlot, path: string, args: LoaderArgs) {
  const { origin, name } = args.site;
  const estate = createWineryJsonLd(args);
  const price = element.pricePerPerson;
  const hasPlaces = slot.registration === 'OPEN' || slot.registration === 'NONE';
  return {
    '@type': elementContentType.structuredDataType,
    name: element.title,
    description: element.summary,
    startDate: slot.startsAt,
    endDate: slot.endsAt,
    eventStatus: statuses[element.status],
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: element.place || name,
      address: element.placeAddress || estate.address || name,
    },
    image: element.image ? [origin + buildImageUrl(element.image.url, 1200, 'jpeg')] : undefined,
    inLanguage: element.languages.length > 0 ? element.languages : undefined,
    maximumAttendeeCapacity: slot.capacity ?? undefined,
    isAccessibleForFree: price === 0 ? true : undefined,
    offers:
      price === null
        ? undefined
        : {
            '@type': 'Offer',
            price: price.toFixed(2),
            priceCurrency: 'EUR',
            availability: `https://schema.org/${hasPlaces ? 'InStock' : 'SoldOut'}`,
            validFrom: element.publishedAt,
            url: origin + path,
          },
    organizer: estate,
    url: origin + path,
  };
}
