import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { DeliveryError, describeFailure } from './delivery-fault.ts';

/** A mail that is complete, under a name that sorts by time and is the same at every attempt. */
export interface ComposedMail {
  name: string;
  message: SendMailOptions;
}

export interface MailTransport {
  /** @throws DeliveryFault where it could not be handed over. */
  send(mail: ComposedMail): Promise<void>;
  close(): void;
}

export interface MailSettings {
  smtpUrl: string | null;
  dataDir: string;
}

/** The mail server that SMTP_URL names, else the folder `outbox`. */
export const createMailTransport = ({ smtpUrl, dataDir }: MailSettings): MailTransport =>
  smtpUrl ? createSmtpTransport(smtpUrl) : createOutboxTransport(join(dataDir, 'outbox'));

/** Milliseconds: a server that does not answer must not hold a job for long. */
const limits = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

function createSmtpTransport(url: string): MailTransport {
  // The address may carry settings of its own, as in `smtp://mail:25?ignoreTLS=true`; they win.
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...limits });
  return {
    async send({ message }) {
      try {
        await transport.sendMail(message);
      } catch (cause) {
        throw new DeliveryError(describeFailure(cause));
      }
    },
    close: () => transport.close(),
  };
}

/** Writes what would have been sent, as a file that mail programs open. One that is sent again replaces itself. */
function createOutboxTransport(dir: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send({ name, message }) {
      try {
        const { message: content } = await composer.sendMail(message);
        await mkdir(dir, { recursive: true });
        const unfinished = join(dir, `.${name}.${process.pid}`);
        const file = await open(unfinished, 'w');
        try {
          await file.writeFile(content as Buffer);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, join(dir, `${name}.eml`));
      } catch (cause) {
        throw new DeliveryError(describeFailure(cause));
      }
    },
    close: () => composer.close(),
  };
}
