import type { SendMailOptions } from 'nodemailer';
import { parseMailSenderOrThrow, toEmailDomain } from './mail-address.ts';
import type { ComposedMail } from './mail-transport.ts';
import type { RenderedMail } from './render-mail.ts';

interface MessageFields extends RenderedMail {
  /** Name of the message in the folder `outbox`. */
  name: string;
  /** The first part of the Message-ID. It is the same for every attempt to send the mail. */
  messageId: string;
  replyTo?: string | null;
  unsubscribeUrl: string | null;
  createdAt: Date;
}

export function composeMessage(
  { name, messageId, recipient, sender, subject, html, text, replyTo, unsubscribeUrl, createdAt }: MessageFields,
  attachments: NonNullable<SendMailOptions['attachments']> = [],
): ComposedMail {
  const from = parseMailSenderOrThrow(sender);
  return {
    name,
    message: {
      from,
      to: { name: '', address: recipient },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      envelope: { from: from.address, to: recipient },
      subject,
      messageId: `<${messageId}@${toEmailDomain(from.address)}>`,
      date: createdAt,
      headers: {
        // These headers suppress automatic replies, such as absence notes.
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      text,
      html,
      attachments,
      // nodemailer must not read files or URLs, because all attachments are buffers.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  };
}
