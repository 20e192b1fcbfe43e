import { createMailTexts, type MailContent, type MailTextKey } from '#server/api/mail/mail-content.ts';
import { createOrderMailGreetingText } from '#server/api/orders/mails/order-state-mail.ts';
import type { OrderRow } from '#server/api/orders/order-repository.ts';
import type { Lang } from '#shared/languages.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import { buildReviewRefusalPath } from '#shared/reviews/review-rules.ts';
import type { ReviewRow } from './reviews-repository.ts';

export const reviewInvitationMailKind = 'review-invitation' satisfies OrderMailKind;

interface InvitationMailContext {
  timeZone: string;
  origin: string;
  estateName: string;
  token: string;
  /** The token of the link that refuses further invitations. */
  refusalToken: string;
  expiresAt: Date;
}

export function createReviewInvitationMail(
  order: OrderRow,
  { timeZone, origin, estateName, token, refusalToken, expiresAt }: InvitationMailContext,
): MailContent {
  const { t, date } = createMailTexts(order.lang, timeZone);
  const refusalUrl = `${origin}${buildReviewRefusalPath(refusalToken)}`;
  return {
    kind: reviewInvitationMailKind,
    to: order.email,
    lang: order.lang,
    orderId: order.id,
    isSecret: true,
    unsubscribeUrl: refusalUrl,
    unsubscription: {
      reason: t('reviews.invitation.reason', { estate: estateName }),
      label: t('reviews.invitation.refuse'),
      url: refusalUrl,
    },
    subject: t('reviews.invitation.subject'),
    blocks: [
      { kind: 'text', text: createOrderMailGreetingText(order, order.billingAddress.firstname, { timeZone }) },
      { kind: 'text', text: t('reviews.invitation.text', { number: order.number }) },
      { kind: 'link', label: t('reviews.invitation.link'), href: `${origin}/review/${token}` },
      { kind: 'text', text: t('reviews.invitation.until', { date: date(expiresAt.toISOString()) }) },
      { kind: 'note', text: t('reviews.invitation.once') },
    ],
  };
}

export function createReviewRejectionMail(review: ReviewRow, order: OrderRow, timeZone: string): MailContent {
  const { t } = createMailTexts(order.lang, timeZone);
  const ground = review.rejectionGround && t(`reviews.ground.${review.rejectionGround}` satisfies MailTextKey);
  const reasons = [ground, review.rejectionReason].filter((reason) => reason !== null && reason !== '') as string[];
  return {
    kind: 'review-rejected',
    to: order.email,
    lang: order.lang,
    orderId: order.id,
    subject: t('reviews.rejected.subject'),
    blocks: [
      { kind: 'text', text: createOrderMailGreetingText(order, order.billingAddress.firstname, { timeZone }) },
      { kind: 'text', text: t('reviews.rejected.text', { number: order.number }) },
      { kind: 'heading', text: t('reviews.rejected.reasons') },
      ...reasons.map((text) => ({ kind: 'text', text }) as const),
      { kind: 'note', text: t('reviews.rejected.reply') },
    ],
  };
}

export function createPendingReviewsMail(
  count: number,
  { lang, timeZone }: { lang: Lang; timeZone: string },
): MailContent {
  const { t } = createMailTexts(lang, timeZone);
  return {
    kind: 'reviews-pending',
    to: 'estate',
    lang,
    subject: t('reviews.pending.subject', { count }),
    blocks: [{ kind: 'text', text: t('reviews.pending.text', { count }) }],
  };
}
