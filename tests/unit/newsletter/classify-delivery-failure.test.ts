import { expect, test } from 'vitest';
import { classifyDeliveryFailure } from '#server/api/newsletter/issues/send-batch.ts';

test.each([
  ['ESOCKET: connect ECONNREFUSED 127.0.0.1:25', 'unavailable'],
  ['ETIMEDOUT: Greeting never received', 'unavailable'],
  ['EAUTH: 535 authentication failed', 'unavailable'],
  ['ESOCKET: self-signed certificate in certificate chain', 'unavailable'],
  ["ESOCKET: Hostname/IP does not match certificate's altnames: Host: mail.example", 'unavailable'],
  ['ESOCKET: 0A00010B:SSL routines:tls_validate_record_header:wrong version number', 'unavailable'],
  ['EMESSAGE: 550 your certificate is unknown', 'rejected'],
  ['EENVELOPE: Invalid recipient "…"', 'rejected'],
  ['EMESSAGE: Message size larger than allowed 1000', 'rejected'],
  ['EENVELOPE: 421 closing the channel', 'unavailable'],
  ['EENVELOPE: 451 greylisted', 'deferred'],
  ['EMESSAGE: 451 connect to the filter: ECONNREFUSED', 'deferred'],
  ['EENVELOPE: 550 no such user', 'rejected'],
  ['ESOCKET: read ECONNRESET', 'unavailable'],
  ['EUNCERTAIN: ESOCKET: read ECONNRESET', 'uncertain'],
  ['delivery timed out', 'unavailable'],
  ['Connection pool was closed', 'unavailable'],
  ['EUNCERTAIN: delivery timed out', 'uncertain'],
  ['ECONNECTION: Connection closed unexpectedly', 'unavailable'],
  ['EUNCERTAIN: ECONNECTION: Connection closed unexpectedly', 'uncertain'],
])('classifyDeliveryFailure classifies the failure %s as %s', (reason, kind) =>
  expect(classifyDeliveryFailure(reason)).toBe(kind),
);
