import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { parseMail, type ReceivedMail } from './read-test-mails.ts';

export interface FakeSmtpServer {
  url: string;
  /** What came in, in order. */
  receivedMails: (Omit<ReceivedMail, 'site'> & { envelope: { from: string; to: string[] } })[];
  /** Answers each mail with this refusal from now on; null: takes them. */
  rejectWith(code: number | null, sentence?: string): void;
  close(): Promise<void>;
}

/** A mail server that keeps what it gets. `port`: to come back where one was before. */
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
  server.on('error', () => {}); // A sender that goes away in the middle is what some tests are about.
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    receivedMails,
    rejectWith: (code, message = 'no') => {
      refusal = code === null ? null : { responseCode: code, message };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
