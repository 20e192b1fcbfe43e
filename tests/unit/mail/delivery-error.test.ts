import { expect, test } from 'vitest';
import { describeDeliveryFailure, MailDeliveryError } from '#server/api/mail/delivery-error.ts';

test.each([
  [
    Object.assign(new Error('x'), { code: 'EENVELOPE', response: '550 <anne@c.example> unknown' }),
    'EENVELOPE: 550 <…> unknown',
  ],
  [new Error('cannot connect smtp://me:secret@mail.example'), 'cannot connect smtp://mail.example'],
  [new MailDeliveryError('timeout'), 'timeout'],
  ['no error', 'unknown'],
])('describeDeliveryFailure removes addresses and credentials: %s', (error, reason) =>
  expect(describeDeliveryFailure(error)).toBe(reason),
);

test('a MailDeliveryError has the name of its class', () =>
  expect(new MailDeliveryError('timeout').name).toBe('MailDeliveryError'));
