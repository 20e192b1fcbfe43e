import { chmod, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { describeDeliveryFailure, MailDeliveryError, markReasonAsUncertainDelivery } from './delivery-error.ts';

/** A mail that is ready to be sent. Its name sorts by time and is the same for every attempt. */
export interface ComposedMail {
  name: string;
  message: SendMailOptions;
}

export interface MailTransport {
  /**
   * Sends a mail. The attempt ends when `signal` aborts.
   * @throws MailDeliveryError if the server does not accept it or respond; Error on an abort before content was read.
   */
  send(mail: ComposedMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

interface MailSettings {
  smtpUrl: string | null;
  dataDir: string;
}

/** Creates the transport for mails: the mail server in SMTP_URL, or without one the folder `outbox`. */
export const createMailTransport = ({ smtpUrl, dataDir }: MailSettings): MailTransport =>
  smtpUrl ? createSmtpTransport(smtpUrl) : createOutboxTransport(join(dataDir, 'outbox'));

const smtpTimeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

function createSmtpTransport(url: string): MailTransport {
  // Parameters in SMTP_URL, as in `smtp://mail:25?ignoreTLS=true`, take precedence over these defaults. The pool does
  // not repeat mails after a lost connection, because it would also repeat mails that may have been delivered.
  const transport = createTransport({ url, pool: true, maxConnections: 2, maxRequeues: 0, ...smtpTimeouts });
  /** The contents of the mails in progress, by Message-ID. */
  const contents = new Map<string, Readable>();
  transport.use('stream', ({ data, message }, done) => {
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const content = createReadStream(options);
      if (data.messageId) contents.set(data.messageId, content);
      return content;
    };
    done();
  });
  const wasRead = (id: string): boolean => contents.get(id)?.readableDidRead === true;

  /**
   * Sends a mail. It is sent again if the server had closed the pooled connection before any of the content was read.
   */
  async function sendOnLiveConnection(message: SendMailOptions & { signal: AbortSignal }): Promise<void> {
    try {
      await transport.sendMail(message);
    } catch (cause) {
      const isClosed = cause instanceof Error && 'code' in cause && cause.code === 'ECONNECTION';
      if (!isClosed || message.signal.aborted || wasRead(message.messageId ?? '')) throw cause;
      await transport.sendMail(message);
    }
  }

  return {
    async send({ message }, signal) {
      const id = message.messageId ?? '';
      try {
        await sendOnLiveConnection({ ...message, signal });
      } catch (cause) {
        // Without a reply, a mail server that has read content may have accepted the mail.
        const isUncertain = wasRead(id) && !hasReply(cause);
        const reason = signal.aborted ? describeAbort(signal) : describeDeliveryFailure(cause);
        if (isUncertain) throw new MailDeliveryError(markReasonAsUncertainDelivery(reason));
        if (signal.aborted) throw new Error(reason);
        throw new MailDeliveryError(reason);
      } finally {
        contents.delete(id);
      }
    },
    close: () => transport.close(),
  };
}

const hasReply = (cause: unknown): boolean =>
  cause instanceof Error && 'responseCode' in cause && typeof cause.responseCode === 'number';

const describeAbort = ({ reason }: AbortSignal): string =>
  reason instanceof DOMException && reason.name === 'TimeoutError' ? 'delivery timed out' : 'the worker is stopping';

/**
 * Writes mails as .eml files, which mail programs can open. Only the owner can read the files, because they contain
 * secret links. A repeated attempt replaces the file of the mail.
 */
function createOutboxTransport(dir: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let isPrepared = false;
  const prepare = async () => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    // Earlier releases created the folder with read permission for all users, so the permission is corrected.
    await chmod(dir, 0o700);
    isPrepared = true;
  };
  const openInFolder = async (path: string) => {
    if (isPrepared) {
      const file = await open(path, 'w', 0o600).catch((error: unknown) => {
        // The folder was removed meanwhile.
        if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
      });
      if (file) return file;
    }
    await prepare();
    return open(path, 'w', 0o600);
  };
  return {
    async send({ name, message }) {
      try {
        const { message: content } = await composer.sendMail(message);
        const unfinished = join(dir, `.${name}.${process.pid}`);
        const file = await openInFolder(unfinished);
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
