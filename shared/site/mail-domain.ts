import { z } from 'zod';

/**
 * DNS records that the domain of an estate's email address needs: MX to receive mails, SPF so that its mails arrive.
 */
const mailRecords = ['MX', 'SPF'] as const;

/** The result of a look-up of the domain from which a site's mails come. */
export const MailDomainCheck = z.object({
  domain: z.string(),
  /** The records that are missing; null if the domain could not be checked now. */
  missing: z.array(z.enum(mailRecords)).nullable(),
});
export type MailDomainCheck = z.infer<typeof MailDomainCheck>;
