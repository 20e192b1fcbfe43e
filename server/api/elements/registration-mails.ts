import { generateTokenWithHash } from '#server/api/accounts/accounts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts, type MailBlock, type MailContent, type MailTextKey } from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import type { AttachmentContent } from '#server/api/mail/send-mail.ts';
import { readDefaultLang, readMailBranding } from '#server/api/site/site.ts';
import { buildICalendarOfEvents, calendarContentType, createSlotUid } from '#server/event-calendar.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { centsToEuros } from '#shared/money.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { toLocalTime } from '#shared/places/local-time.ts';
import {
  type ElementRow,
  type RegistrationRow,
  readElementById,
  readRegistration,
  readSlotsOfElements,
  type SlotRow,
} from './elements-repository.ts';
import { elementRegistrationTokens as tokens } from './elements-tables.ts';

async function issueCancellationToken(tx: SiteTx, registrationId: number): Promise<string> {
  const { token, hash } = generateTokenWithHash();
  await tx.insert(tokens).values({ tokenHash: hash, registrationId });
  return token;
}

interface RegistrationMailContext {
  element: Pick<ElementRow, 'title' | 'place' | 'placeAddress' | 'pricePerPerson'>;
  slot: Pick<SlotRow, 'startsAt' | 'endsAt'>;
  timeZone: string;
  origin: string;
  pickLanguage: (text: Localized) => string;
}

/** Name of the attachment builder that writes the calendar file of a registration, by the registration's id. */
export const registrationCalendarAttachmentBuilderName = 'registration-calendar';

type VisitorMailKind = 'confirmed' | 'waiting' | 'moved-up' | 'reminder' | 'called-off' | 'cancelled-by-estate';

/** Checks whether a mail is about a cancellation, and therefore needs no link that cancels the registration. */
const isCancellationMail = (kind: VisitorMailKind): boolean => kind === 'called-off' || kind === 'cancelled-by-estate';

const withCalendar: ReadonlySet<VisitorMailKind> = new Set(['confirmed', 'moved-up', 'reminder']);

/**
 * Creates a mail to the visitor who registered. It repeats nothing of the registration except numbers and the chosen
 * language, because a stranger may have typed the email address.
 */
function createMailToRegisteredVisitor(
  kind: VisitorMailKind,
  registration: RegistrationRow,
  context: RegistrationMailContext & { token: string; reason?: string },
): MailContent {
  const { lang, email, id } = registration;
  const { t } = createMailTexts(lang, context.timeZone);
  const title = context.pickLanguage(context.element.title);
  const isOver = isCancellationMail(kind);
  return {
    kind: `registration-${kind}`,
    to: email,
    lang,
    origin: context.origin,
    isSecret: !isOver,
    subject: t(`elements.${kind}.subject` satisfies MailTextKey, { title }),
    blocks: [
      { kind: 'text', text: t('elements.hello') },
      { kind: 'text', text: t(`elements.${kind}.text` satisfies MailTextKey, { title }) },
      ...(context.reason ? [{ kind: 'text', text: context.reason } as const] : []),
      { kind: 'facts', rows: visitFacts(registration, context, lang) },
      ...(isOver ? [] : cancellationBlocks(t, context)),
    ],
    attachments: withCalendar.has(kind)
      ? [{ filename: t('elements.file'), builder: registrationCalendarAttachmentBuilderName, key: String(id) }]
      : [],
  };
}

const cancellationBlocks = (
  t: (key: MailTextKey) => string,
  { origin, token }: { origin: string; token: string },
): MailBlock[] => [
  { kind: 'text', text: t('elements.cancel.text') },
  { kind: 'link', label: t('elements.cancel.link'), href: `${origin}/registrations/${token}` },
  { kind: 'note', text: t('elements.stranger') },
];

/** Creates the mail to the estate about a registration or cancellation. Replies go to the visitor who registered. */
function createEstateRegistrationNoticeMail(
  kind: 'registered' | 'cancelled',
  registration: RegistrationRow,
  context: RegistrationMailContext & { lang: Lang },
): MailContent {
  const { lang, timeZone } = context;
  const { t } = createMailTexts(lang, timeZone);
  const { name, email, state } = registration;
  const title = context.pickLanguage(context.element.title);
  const stateText =
    kind === 'registered' && t(state === 'WAITING' ? 'elements.state.WAITING' : 'elements.state.CONFIRMED');
  return {
    kind: `registration-notice-${kind}`,
    to: 'estate',
    lang,
    replyTo: email,
    subject: t(`elements.notice.${kind}` satisfies MailTextKey, { title, count: registration.people }),
    blocks: [
      {
        kind: 'facts',
        rows: [
          [t('elements.name'), name],
          [t('elements.email'), email],
          ...(stateText ? [[t('elements.state'), stateText] as const] : []),
          ...visitFacts(registration, context, lang),
        ],
      },
    ],
  };
}

function visitFacts(
  { people, language }: RegistrationRow,
  { element, slot, timeZone, pickLanguage }: RegistrationMailContext,
  lang: Lang,
): [string, string][] {
  const { t, date, euros, number } = createMailTexts(lang, timeZone);
  const time = (at: Date) => formatClockTime(toLocalTime(at.getTime(), timeZone).time, lang);
  const day = date(slot.startsAt.toISOString(), { dateStyle: 'full' });
  const where = [pickLanguage(element.place), pickLanguage(element.placeAddress)].filter(Boolean).join(', ');
  const rows: [string, string][] = [
    [t('elements.when'), t('elements.times', { day, from: time(slot.startsAt), to: time(slot.endsAt) })],
  ];
  if (where) rows.push([t('elements.where'), where]);
  rows.push([t('elements.people'), number(people)]);
  const languageName = language && new Intl.DisplayNames([getLocale(lang)], { type: 'language' }).of(language);
  if (languageName) rows.push([t('elements.language'), languageName]);
  if (element.pricePerPerson) {
    const total = euros(centsToEuros(element.pricePerPerson * people));
    rows.push([t('elements.price'), t('elements.price.total', { total })]);
  } else if (element.pricePerPerson === 0) rows.push([t('elements.price'), t('elements.price.free')]);
  return rows;
}

interface Visit {
  element: ElementRow;
  slot: SlotRow;
  /** Origin of the links; by default the site's canonical one in the language of the mail. */
  origin?: string;
  /** The estate's message to the visitor, such as the reason for a cancellation. */
  reason?: string;
}

export async function queueRegistrationMailToVisitor(
  tx: SiteTx,
  kind: VisitorMailKind,
  registration: RegistrationRow,
  { element, slot, origin, reason }: Visit,
): Promise<void> {
  const { lang } = registration;
  const branding = await readMailBranding(tx, lang);
  const token = isCancellationMail(kind) ? '' : await issueCancellationToken(tx, registration.id);
  const pickLanguage = languagePicker(lang, await readDefaultLang(tx));
  const { timeZone } = branding;
  await queueMail(
    tx,
    createMailToRegisteredVisitor(kind, registration, {
      element,
      slot,
      timeZone,
      origin: origin ?? branding.origin,
      pickLanguage,
      token,
      ...(reason && { reason }),
    }),
  );
}

export async function queueRegistrationMailToEstate(
  tx: SiteTx,
  kind: 'registered' | 'cancelled',
  registration: RegistrationRow,
  { element, slot }: Visit,
): Promise<void> {
  const lang = await readDefaultLang(tx);
  const { timeZone, origin } = await readMailBranding(tx, lang);
  const pickLanguage = languagePicker(lang, lang);
  await queueMail(
    tx,
    createEstateRegistrationNoticeMail(kind, registration, { element, slot, timeZone, origin, pickLanguage, lang }),
  );
}

const languagePicker =
  (lang: Lang, siteLang: Lang) =>
  (text: Localized): string =>
    resolveLocalized(text, lang, siteLang);

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
