import { createServer, type Server } from 'node:net';

interface DisconnectingSmtpServer {
  url: string;
  /** Returns the number of mails whose whole content the server has read. */
  readMails(): number;
  /** Returns the Message-ID of the last mail whose content the server has read. */
  lastMessageId(): string;
  close(): Promise<void>;
}

/**
 * Starts an SMTP server that closes connections at a certain moment instead of replying.
 * @param moment `MAIL`: before the content of a mail. `CONTENT`: after it, as a server that has accepted the mail.
 *   `SECOND_MAIL`: before the content of the second mail of a connection.
 */
export async function startDisconnectingSmtpServer(
  moment: 'MAIL' | 'CONTENT' | 'SECOND_MAIL',
): Promise<DisconnectingSmtpServer> {
  let mails = 0;
  let messageId = '';
  const server: Server = createServer((socket) => {
    let isContent = false;
    let hasAccepted = false;
    let received = '';
    socket.on('error', () => {}); // The client may close the connection first.
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (isContent) {
        if (!received.endsWith('\r\n.\r\n')) return;
        mails += 1;
        messageId = /^Message-ID: (.+)\r$/im.exec(received)?.[1] ?? '';
        if (moment === 'CONTENT') return void socket.destroy();
        hasAccepted = true;
        isContent = false;
        received = '';
        return void socket.write('250 accepted\r\n');
      }
      for (const line of received.split('\r\n').slice(0, -1)) {
        const isClosing = moment === 'MAIL' || (moment === 'SECOND_MAIL' && hasAccepted);
        if (line.startsWith('MAIL') && isClosing) return void socket.destroy();
        isContent = line === 'DATA';
        socket.write(isContent ? '354 go on\r\n' : '250 ok\r\n');
      }
      received = '';
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    readMails: () => mails,
    lastMessageId: () => messageId,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
