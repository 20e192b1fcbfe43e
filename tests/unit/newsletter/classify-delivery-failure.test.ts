import { expect, test } from 'vitest';
import { classifyDeliveryFailure } from '#server/api/newsletter/issues/classify-delivery-failure.ts';

test.each([
  ['ESOCKET: connect ECONNREFUSED 127.0.0.1:25', 'unavailable'],
  ['ETIMEDOUT: Greeting never received', 'unavailable'],
  ['EAUTH: 535 authentication failed', 'unavailable'],
  ['EENVELOPE: 421 closing the channel', 'unavailable'],
  ['EENVELOPE: 451 greylisted', 'deferred'],
  ['EMESSAGE: 451 connect to the filter: ECONNREFUSED', 'deferred'],
  ['EENVELOPE: 550 no such user', 'rejected'],
  ['ESOCKET: read ECONNRESET', 'uncertain'],
  ['delivery timed out', 'uncertain'],
])('classifies the failure %s as %s', (reason, kind) => expect(classifyDeliveryFailure(reason)).toBe(kind));
