import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { parseMail, type ReceivedMail } from './mail-reader-running-jobs.ts';

export interface FakeSmtpServer {
  url: string;
  /** The mails in the order in which they were received. */
  receivedMails: (Omit<ReceivedMail, 'site'> & { envelope: { from: string; to: string[] } })[];
  /** Rejects each mail with this SMTP code from now on; `null` accepts mails again. */
  rejectWith(code: number | null, message?: string): void;
  close(): Promise<void>;
}

/**
 * Starts an SMTP server that stores the mails it receives.
 * @param port a fixed port, for a server that replaces an earlier one
 */
export async function startFakeSmtpServer(port = 0): Promise<FakeSmtpServer> {
  const receivedMails: FakeSmtpServer['receivedMails'] = [];
  let refusal: { responseCode: number; message: string } | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 500,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refusal) return done(Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }));
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
        receivedMails.push({ ...(await parseMail(Buffer.concat(chunks))), envelope });
        done();
      });
    },
  });
  server.on('error', () => {}); // Errors are ignored, because some tests disconnect the sender in the middle of a mail.
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: boundPort } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${boundPort}`,
    receivedMails,
    rejectWith: (code, message = 'no') => {
      refusal = code === null ? null : { responseCode: code, message };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
