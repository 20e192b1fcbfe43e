import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Minimum age of a ticket in seconds. A form that is sent with a younger one is refused. */
export const minFillSeconds = 3;

/** Lifetime of a ticket in milliseconds. An older ticket is ignored, so that a bot cannot reuse it for ever. */
const ticketLifetimeMs = 86_400_000;

interface VerifiedTicket {
  ageMs: number;
  nonce: string;
}

export interface SubmissionTicketSigner {
  create(siteId: number, now: number): string;
  /** Verifies a ticket; returns null if it is forged, of another site or too old. */
  verify(siteId: number, ticket: string, now: number): VerifiedTicket | null;
}

const ticketPattern = /^([0-9a-z]{1,11})\.([\w-]{16})\.([\w-]{43})$/;

/**
 * Creates the signer of tickets, which contain the time at which a form was first used. Pages are cached for all
 * visitors, so the browser fetches a ticket at that time.
 * @param secrets The first one signs. While secrets are rotated, tickets of all of them are valid.
 */
export function createSubmissionTicketSigner(secrets: readonly [string, ...string[]]): SubmissionTicketSigner {
  const sign = (secret: string, siteId: number, time: string, nonce: string): string =>
    createHmac('sha256', `submission-ticket:${secret}`).update(`${siteId}.${time}.${nonce}`).digest('base64url');
  return {
    create(siteId, now) {
      const [time, nonce] = [now.toString(36), randomBytes(12).toString('base64url')];
      return `${time}.${nonce}.${sign(secrets[0], siteId, time, nonce)}`;
    },
    verify(siteId, ticket, now) {
      const [, time = '', nonce = '', signature = ''] = ticketPattern.exec(ticket) ?? [];
      const isSigned = secrets.some((secret) =>
        timingSafeEqual(Buffer.from(sign(secret, siteId, time, nonce)), Buffer.from(signature.padEnd(43))),
      );
      const ageMs = now - Number.parseInt(time, 36);
      return isSigned && ageMs >= 0 && ageMs <= ticketLifetimeMs ? { ageMs, nonce } : null;
    },
  };
}
