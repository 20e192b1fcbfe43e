import { createMailTexts, type MailBlock, type MailContent, type MailTextKey } from '#server/api/mail/mail-content.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { centsToEuros } from '#shared/money.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { toLocalTime } from '#shared/places/local-time.ts';
import type { ElementRow, SlotRow } from './elements-repository.ts';
import type { RegistrationRow } from './registrations-repository.ts';

interface RegistrationMailContext {
  element: Pick<ElementRow, 'title' | 'place' | 'placeAddress' | 'pricePerPerson'>;
  slot: Pick<SlotRow, 'startsAt' | 'endsAt'>;
  timeZone: string;
  origin: string;
  pickLanguage: (text: Localized) => string;
}

/** Name of the attachment builder that writes the calendar file of a registration, by the registration's id. */
export const registrationCalendarAttachmentBuilderName = 'registration-calendar';

export type VisitorMailKind = 'confirmed' | 'waiting' | 'moved-up' | 'reminder' | 'called-off' | 'cancelled-by-estate';

/** Checks whether a mail is about a cancellation, and therefore needs no link that cancels the registration. */
export const isCancellationMail = (kind: VisitorMailKind): boolean =>
  kind === 'called-off' || kind === 'cancelled-by-estate';

const withCalendar: ReadonlySet<VisitorMailKind> = new Set(['confirmed', 'moved-up', 'reminder']);

/**
 * Creates a mail to the visitor who registered. It repeats nothing of the registration except numbers and the chosen
 * language, because a stranger may have typed the email address.
 */
export function createMailToRegisteredVisitor(
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
export function createEstateRegistrationNoticeMail(
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
