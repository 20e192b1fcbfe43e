/** Failures before the mail was handed over, such as a refused connection, by the codes that nodemailer and Node use. */
const connectionFailure =
  /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EDNS|EAUTH|ETLS|ECONNECTION|Connection timeout|Greeting never received/;

/**
 * Classifies the reason why a mail could not be sent. `retry`: the mail was certainly not delivered, and a later attempt
 * may succeed. `rejected`: the mail server refuses this mail or recipient. `uncertain`: the mail may have been delivered,
 * so that another attempt could mail the same person twice.
 */
export function classifyDeliveryFailure(reason: string): 'retry' | 'rejected' | 'uncertain' {
  if (connectionFailure.test(reason)) return 'retry';
  const [, reply] = /^(?:\w+: )?([45])\d\d\b/.exec(reason) ?? [];
  if (reply === '4') return 'retry';
  return reply === '5' ? 'rejected' : 'uncertain';
}
