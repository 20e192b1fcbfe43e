import { expect, test } from 'vitest';
import { createSubmissionTicketSigner } from '#server/api/forms/submission-ticket-signer.ts';

const tickets = createSubmissionTicketSigner(['new-secret', 'old-secret']);
const now = Date.parse('2026-05-04T10:00:00Z');

test('createSubmissionTicketSigner verifies the age of a ticket', () => {
  const ticket = tickets.create(40, now);
  expect(tickets.verify(40, ticket, now + 5_000)).toMatchObject({ ageMs: 5_000 });
  expect(tickets.verify(40, ticket, now + 86_400_001)).toBeNull();
  expect(tickets.verify(40, ticket, now - 1)).toBeNull();
});

test('createSubmissionTicketSigner rejects tickets of other sites and changed ones', () => {
  const ticket = tickets.create(40, now);
  const [time = '', nonce, signature] = ticket.split('.');
  const earlier = (Number.parseInt(time, 36) - 60_000).toString(36);
  for (const forged of ['', 'x', `${earlier}.${nonce}.${signature}`, ticket.slice(0, -1), `${ticket}x`])
    expect(tickets.verify(40, forged, now)).toBeNull();
  expect(tickets.verify(41, ticket, now)).toBeNull();
});

test('createSubmissionTicketSigner accepts the tickets of the previous secret while secrets are rotated', () => {
  const previous = createSubmissionTicketSigner(['old-secret']).create(40, now);
  expect(tickets.verify(40, previous, now)).not.toBeNull();
  expect(createSubmissionTicketSigner(['another']).verify(40, previous, now)).toBeNull();
});

test('createSubmissionTicketSigner gives every visitor another nonce', () => {
  const nonces = [1, 2].map(() => tickets.verify(40, tickets.create(40, now), now)?.nonce);
  expect(new Set(nonces).size).toBe(2);
});
