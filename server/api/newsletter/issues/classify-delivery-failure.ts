import { isUncertainDeliveryReason } from '#server/api/mail/delivery-error.ts';

/** Matches nodemailer's codes for connection failures, which may come with a reply of the mail server. */
const connectionFailureCode = /^(?:EAUTH|ETLS|ECONNECTION|EDNS)\b/;

type DeliveryFailureKind = 'unavailable' | 'deferred' | 'rejected' | 'uncertain';

/**
 * Classifies the reason why a mail could not be sent. `unavailable`: the mail was certainly not delivered, because the
 * mail server accepts none at present. `deferred`: the mail server refuses this mail or recipient for now. `rejected`:
 * it refuses them for good. `uncertain`: the mail may have been delivered, so that another attempt could send the mail
 * twice.
 */
export function classifyDeliveryFailure(reason: string): DeliveryFailureKind {
  if (isUncertainDeliveryReason(reason)) return 'uncertain';
  if (connectionFailureCode.test(reason)) return 'unavailable';
  const [, reply = ''] = /^(?:\w+: )?([45]\d\d)\b/.exec(reason) ?? [];
  if (reply === '421') return 'unavailable';
  if (reply !== '') return reply.startsWith('4') ? 'deferred' : 'rejected';
  if (/^E(?:ENVELOPE|MESSAGE): /.test(reason)) return 'rejected';
  // The transport marks every failure after which the mail may have been delivered, so this one certainly prevented the
  // delivery.
  return 'unavailable';
}

/** Returns true if the failure concerns the mail server, so that the next recipient would probably fail too. */
export const isServerFailure = (reason: string): boolean =>
  ['unavailable', 'uncertain'].includes(classifyDeliveryFailure(reason));
