import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { AttachmentContent } from '#server/api/mail/send-mail.ts';
import { readDefaultLang, readMailBranding } from '#server/api/site/site.ts';
import { buildICalendarOfEvents, calendarContentType, createSlotUid } from '#server/event-calendar.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { readElementById, readSlotsOfElements } from './elements-repository.ts';
import { readRegistration } from './registrations-repository.ts';

/**
 * @param key The registration's id.
 * @returns Null if the registration or its slot was deleted, because RFC 5545 forbids a calendar without components.
 */
export async function createRegistrationCalendarAttachment(tx: SiteTx, key: string): Promise<AttachmentContent | null> {
  const registration = await readRegistration(tx, Number(key));
  const element = registration && (await readElementById(tx, registration.elementId));
  const slot = element && (await readSlotsOfElements(tx, [element.id])).find(({ id }) => id === registration.slotId);
  if (!slot) return null;
  const { name, origin, address } = await readMailBranding(tx, registration.lang);
  const siteLang = await readDefaultLang(tx);
  const pick = (text: typeof element.title) => resolveLocalized(text, registration.lang, siteLang);
  const event = {
    uid: createSlotUid(slot.id, new URL(origin).hostname),
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    summary: `${pick(element.title)} – ${name}`,
    description: pick(element.summary),
    location: [pick(element.place), pick(element.placeAddress) || address].filter(Boolean).join(', '),
    url: origin,
    isCancelled: element.status === 'CANCELLED',
    updatedAt: element.updatedAt,
  };
  return { content: Buffer.from(buildICalendarOfEvents(name, [event])), contentType: calendarContentType };
}
