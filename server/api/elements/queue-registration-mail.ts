import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { readDefaultLang, readMailBranding } from '#server/api/site/site.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import type { ElementRow, SlotRow } from './elements-repository.ts';
import {
  createEstateRegistrationNoticeMail,
  createMailToRegisteredVisitor,
  isCancellationMail,
  type VisitorMailKind,
} from './registration-mails.ts';
import { issueCancellationToken, type RegistrationRow } from './registrations-repository.ts';

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
