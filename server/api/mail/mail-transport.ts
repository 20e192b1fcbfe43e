import { chmod, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { describeDeliveryFailure, MailDeliveryError } from './delivery-error.ts';

/** A mail that is ready to be sent. Its name sorts by time and is the same for every attempt. */
export interface ComposedMail {
  name: string;
  message: SendMailOptions;
}

export interface MailTransport {
  /** Sends a mail. @throws MailDeliveryError if the mail server does not accept it. */
  send(mail: ComposedMail): Promise<void>;
  close(): void;
}

export interface MailSettings {
  smtpUrl: string | null;
  dataDir: string;
}

/** Creates the transport for mails: the mail server in SMTP_URL, or without one the folder `outbox`. */
export const createMailTransport = ({ smtpUrl, dataDir }: MailSettings): MailTransport =>
  smtpUrl ? createSmtpTransport(smtpUrl) : createOutboxTransport(join(dataDir, 'outbox'));

const smtpTimeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

function createSmtpTransport(url: string): MailTransport {
  // Parameters in SMTP_URL, as in `smtp://mail:25?ignoreTLS=true`, take precedence over these defaults.
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...smtpTimeouts });
  return {
    async send({ message }) {
      try {
        await transport.sendMail(message);
      } catch (cause) {
        throw new MailDeliveryError(describeDeliveryFailure(cause));
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Writes mails as .eml files, which mail programs can open. Only the owner can read the files, because they contain
 * secret links. A repeated attempt replaces the file of the mail.
 */
function createOutboxTransport(dir: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send({ name, message }) {
      try {
        const { message: content } = await composer.sendMail(message);
        await mkdir(dir, { recursive: true, mode: 0o700 });
        // Earlier releases created the folder with read permission for all users, so the permission is corrected.
        await chmod(dir, 0o700);
        const unfinished = join(dir, `.${name}.${process.pid}`);
        const file = await open(unfinished, 'w', 0o600);
        try {
          await file.writeFile(content as Buffer);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, join(dir, `${name}.eml`));
      } catch (cause) {
        throw new MailDeliveryError(describeDeliveryFailure(cause));
      }
    },
    close: () => composer.close(),
  };
}
