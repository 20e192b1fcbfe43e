import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that accepts every mail and keeps none. */
export interface SmtpSink {
  url: string;
  /** Returns the number of mails received so far. */
  readMails(): number;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  let mails = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 500,
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        mails++;
        done();
      });
    },
  });
  server.on('error', () => {}); // A sender that is stopped may leave in the middle of a mail.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.server.unref();
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    readMails: () => mails,
  };
}
