import { describe, expect, it } from 'vitest';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { createEventJsonLd } from '#client/features/elements/event-json-ld.ts';
import type { ElementDetail } from '#shared/elements/elements-contract.ts';
import { sampleSite } from '#tests/support/fixtures/sample-site.ts';

const slot = (id: number, day: string) => ({
  id,
  startsAt: `${day}T12:30:00.000Z`,
  endsAt: `${day}T14:30:00.000Z`,
  capacity: 12,
  placesLeft: 3,
  registration: 'OPEN' as const,
});

const element = (changes: Partial<ElementDetail> = {}): ElementDetail => ({
  id: 3,
  route: 'events',
  slug: 'soiree',
  title: 'Soirée au chai',
  summary: 'Cinq vins',
  publishedAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-02T08:00:00.000Z',
  status: 'SCHEDULED',
  startsAt: null,
  endsAt: null,
  upcomingDates: 1,
  isPast: false,
  place: 'Au chai',
  tags: [],
  pricePerPerson: 18,
  languages: ['fr'],
  image: null,
  html: '',
  images: [],
  placeAddress: '',
  maxPeople: 6,
  slots: [slot(1, '2026-05-15'), slot(2, '2027-05-15'), slot(3, '2027-06-15')],
  ...changes,
});

const args = {
  site: sampleSite,
  shell: { address: null, parameters: {}, logos: {} },
} as unknown as LoaderArgs;
const now = new Date('2026-11-22T12:00:00Z');
const eventsOf = (changes?: Partial<ElementDetail>) =>
  createEventJsonLd(element(changes), '/agenda/soiree/3', args, now) as Record<string, unknown>[];

describe('the structured data of an event', () => {
  it.each([
    ['SCHEDULED', 'EventScheduled'],
    ['POSTPONED', 'EventPostponed'],
    ['CANCELLED', 'EventCancelled'],
  ] as const)('state for %s the status %s on every date to come', (status, expected) => {
    const events = eventsOf({ status });
    expect(events.map(({ eventStatus }) => eventStatus)).toEqual([
      `https://schema.org/${expected}`,
      `https://schema.org/${expected}`,
    ]);
  });

  it('keep the planned dates of a cancelled or postponed event, by which search engines recognise it', () => {
    for (const status of ['POSTPONED', 'CANCELLED'] as const)
      expect(eventsOf({ status })).toMatchObject([
        { '@type': 'Event', name: 'Soirée au chai', startDate: '2027-05-15T12:30:00.000Z' },
        { '@type': 'Event', name: 'Soirée au chai', startDate: '2027-06-15T12:30:00.000Z' },
      ]);
  });

  it('show the last date if all are over', () => {
    const slots = [slot(1, '2026-05-15'), slot(2, '2026-06-15')];
    expect(eventsOf({ slots })).toMatchObject([{ startDate: '2026-06-15T12:30:00.000Z' }]);
  });

  it('offer no tickets for a date that takes no registrations', () => {
    const closed = { ...slot(1, '2027-05-15'), registration: 'CLOSED' as const };
    const [open] = eventsOf();
    expect(open).toMatchObject({ offers: { price: '18.00', availability: 'https://schema.org/InStock' } });
    expect(eventsOf({ slots: [closed] })).toMatchObject([{ offers: { availability: 'https://schema.org/SoldOut' } }]);
  });
});
