import { isUncertainDelivery } from '#server/api/mail/delivery-error.ts';

/** The codes of nodemailer for failures before a mail is handed over. */
const connectionFailureCode = /^(?:EAUTH|ETLS|ECONNECTION|EDNS)\b/;
/** Descriptions by nodemailer and Node of failures before a mail is handed over, such as a refused connection. */
const connectionFailure =
  /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EDNS|EAUTH|ETLS|ECONNECTION|Connection timeout|Greeting never received/;

/** Descriptions by Node of failures while TLS is set up. Later failures of TLS are uncertain. */
const tlsSetupFailure =
  /certificate|altnames|wrong version number|unsupported protocol|handshake failure|alert protocol version|before secure TLS connection/i;

export type DeliveryFailureKind = 'unavailable' | 'deferred' | 'rejected' | 'uncertain';

/**
 * Classifies the reason why a mail could not be sent. `unavailable`: the mail was certainly not delivered, because the mail
 * server accepts none at present. `deferred`: the mail server refuses this mail or recipient for now. `rejected`: it refuses
 * them for good. `uncertain`: the mail may have been delivered, so that another attempt could send the mail twice.
 */
export function classifyDeliveryFailure(reason: string): DeliveryFailureKind {
  if (isUncertainDelivery(reason)) return 'uncertain';
  if (connectionFailureCode.test(reason)) return 'unavailable';
  const [, reply = ''] = /^(?:\w+: )?([45]\d\d)\b/.exec(reason) ?? [];
  if (reply === '421') return 'unavailable';
  if (reply !== '') return reply.startsWith('4') ? 'deferred' : 'rejected';
  if (reason.startsWith('EENVELOPE: ')) return 'rejected';
  return connectionFailure.test(reason) || tlsSetupFailure.test(reason) ? 'unavailable' : 'uncertain';
}

/** Returns true if the failure concerns the mail server, so that the next recipient would probably fail too. */
export const isServerFailure = (reason: string): boolean =>
  ['unavailable', 'uncertain'].includes(classifyDeliveryFailure(reason));
