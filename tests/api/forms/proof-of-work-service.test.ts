import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { elementRegistrations } from '#server/api/elements/elements-tables.ts';
import { createSubmissionTicketSigner } from '#server/api/forms/submission-ticket-signer.ts';
import { createProofOfWorkService } from '#server/api/limits/proof-of-work-service.ts';
import { type RateLimitName, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import type { ProofOfWorkChallenge } from '#shared/proof-of-work-challenge.ts';
import { createUniqueEmail, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { saveTestElement } from '#tests/support/fixtures/element-input.ts';
import {
  createVisitForm,
  encodeMultipartBody,
  storeForm,
  validVisitAnswers,
} from '#tests/support/fixtures/form-fixtures.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;
const sites = [40, 41] as const;
const tickets = createSubmissionTicketSigner([testApiSecret]);
const refusalText = 'Votre navigateur n’a pas pu valider ce formulaire. Veuillez le renvoyer.';

const setRequired = (site: number, value: boolean) =>
  withSiteTransaction(db, site, (tx) =>
    tx
      .insert(parameters)
      .values({ type: 'FORMS_PROOF_OF_WORK', value })
      .onConflictDoUpdate({ target: [parameters.siteId, parameters.type], set: { value } }),
  );

beforeAll(async () => {
  for (const id of sites) {
    await seedEstate(db, api.filesDir, { id, mark: `Domaine ${id}` });
    await seedShopSettings(db, id);
    await saveTestElement(db, id);
  }
  await storeForm(db, 40, createVisitForm());
});

beforeEach(async () => {
  await db.$client.query('delete from rate_limits');
  for (const site of sites) await setRequired(site, true);
});

type Client = ReturnType<typeof withNewClientAddress>;
/** Sends one kind of form with the proof of work `altcha`, or without a proof, as browsers without scripts do. */
type Sender = (altcha: string | undefined, client: Client) => Promise<{ status: number; message: string }>;

async function sendMultipart(path: string, parts: Parameters<typeof encodeMultipartBody>[0], client: Client) {
  const ticket = tickets.create(40, Date.now() - 10_000);
  const { body, headers } = await encodeMultipartBody({ ticket, ...parts });
  return call(path, { ...client, method: 'POST', body, headers: { ...client.headers, ...headers } });
}
const sendJson = (path: string, body: object, client: Client) => call(path, { ...client, method: 'POST', body });

const senders: Record<string, Sender> = {
  'a form': (altcha, client) =>
    sendMultipart(
      '/forms/7/submit',
      { ...validVisitAnswers, email: createUniqueEmail(), ...(altcha && { altcha }) },
      client,
    ),
  'a contact message': (altcha, client) =>
    sendMultipart(
      '/message',
      { name: 'Jean', email: createUniqueEmail(), message: 'Bonjour', ...(altcha && { altcha }) },
      client,
    ),
  'a registration': (altcha, client) =>
    sendJson(
      '/element/events/1/register',
      { idSlot: 1, name: 'Jean', email: createUniqueEmail(), people: 1, altcha },
      client,
    ),
  'a newsletter subscription': (altcha, client) =>
    sendJson('/newsletter/subscribe', { email: createUniqueEmail(), altcha }, client),
  // The token of the review is unknown, so a call with an accepted proof is refused because of its token.
  'a review': (altcha, client) =>
    sendJson(
      '/review',
      { token: crypto.randomUUID(), line: 0, rating: 4, text: 'Droit.', author: 'Camille', altcha },
      client,
    ),
};
const names = Object.keys(senders);
const send = (name: string, altcha?: string, client = withNewClientAddress({})) =>
  (senders[name] as Sender)(altcha, client);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');

async function createChallenge(site = 40): Promise<ProofOfWorkChallenge> {
  const { data } = await call<'GET /forms/challenge'>('/forms/challenge', withNewClientAddress({ site }));
  if (!data.challenge) throw new Error(`no challenge of site ${site}`);
  return data.challenge;
}

async function solve(challenge: ProofOfWorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encode({ challenge, solution: { counter: solution?.counter, derivedKey: solution?.derivedKey } });
}

describe.each(names)('%s on a site that requires a proof of work', (name) => {
  it('passes with a proof, and is refused with the same proof again', async () => {
    const proof = await solve(await createChallenge());
    expect((await send(name, proof)).message).not.toBe(refusalText);
    const repeated = await send(name, proof);
    expect([repeated.status, repeated.message]).toEqual([422, refusalText]);
  });

  it('needs no proof until the limit of the client is reached', async () => {
    const client = withNewClientAddress({});
    const { points } = rateLimitRules['form-unproven-client'];
    for (let count = 0; count < points; count++)
      expect((await send(name, undefined, client)).status, `attempt ${count}`).not.toBe(429);
    expect((await send(name, undefined, client)).status).toBe(429);
    const proof = await solve(await createChallenge());
    expect((await send(name, proof, client)).status).not.toBe(429);
  });
});

describe('a form without a ticket', () => {
  const sendWithoutTicket = (altcha: string | undefined, client = withNewClientAddress({})) =>
    sendMultipart(
      '/forms/7/submit',
      { ...validVisitAnswers, ticket: '', email: createUniqueEmail(), ...(altcha && { altcha }) },
      client,
    );

  it('is refused with an invalid proof and with a used one', async () => {
    const proof = await solve(await createChallenge());
    const answers = [await sendWithoutTicket('e30='), await sendWithoutTicket(proof), await sendWithoutTicket(proof)];
    expect(answers.map(({ status, message }) => [status, message === refusalText])).toEqual([
      [422, true],
      [200, false],
      [422, true],
    ]);
  });

  it('counts among the forms without a proof', async () => {
    const client = withNewClientAddress({});
    const { points } = rateLimitRules['form-unproven-client'];
    for (let count = 0; count < points - 1; count++) await send('a newsletter subscription', undefined, client);
    expect((await sendWithoutTicket(undefined, client)).status).toBe(200);
    expect((await sendWithoutTicket(undefined, client)).status).toBe(429);
  });
});

describe('a registration that is sent again with a new proof', () => {
  const register = async (email: string, headers: Record<string, string>) => {
    const client = withNewClientAddress({});
    return call<'POST /element/{route}/{id}/register'>('/element/events/1/register', {
      ...client,
      method: 'POST',
      headers: { ...client.headers, ...headers },
      body: { idSlot: 1, name: 'Jean', email, people: 1, altcha: await solve(await createChallenge()) },
    });
  };

  it.each([
    ['its idempotency key', { 'idempotency-key': crypto.randomUUID() }],
    ['no idempotency key', {}],
  ])('counts once with %s', async (_, headers) => {
    const email = createUniqueEmail();
    const first = await register(email, headers);
    const repeated = await register(email, headers);
    expect([first.status, repeated.status, repeated.data]).toEqual([200, 200, first.data]);
    const stored = await withSiteTransaction(db, 40, (tx) =>
      tx.select().from(elementRegistrations).where(eq(elementRegistrations.email, email)),
    );
    expect(stored).toHaveLength(1);
  });
});

it.each(names)('%s needs no proof on other sites, which is the default', async (name) => {
  await setRequired(40, false);
  const client = withNewClientAddress({});
  for (let count = 0; count <= rateLimitRules['form-unproven-client'].points; count++)
    expect((await send(name, 'x', client)).message).not.toBe(refusalText);
});

describe('a proof of work', () => {
  const forge = {
    'is malformed': async () => 'e30=',
    'is no JSON': async () => '****',
    'is too long': async () => encode({ text: 'x'.repeat(1_450) }),
    'is not solved': async () =>
      encode({ challenge: await createChallenge(), solution: { counter: 0, derivedKey: '00'.repeat(32) } }),
    'solves an easier challenge': async () => {
      const { parameters: task, signature } = await createChallenge();
      return solve({ parameters: { ...task, cost: 1 }, signature });
    },
    'solves a challenge of another site': async () => solve(await createChallenge(41)),
    'solves an expired challenge': async () =>
      solve(await createProofOfWorkService([testApiSecret]).createChallenge(40, Date.now() - 601_000)),
    'solves a challenge signed with an unknown secret': async () =>
      solve(await createProofOfWorkService(['another-secret']).createChallenge(40, Date.now())),
  };

  it.each(Object.entries(forge))('is refused if it %s', async (_, create) => {
    const { status, message } = await send('a newsletter subscription', await create());
    expect([status, message]).toEqual([422, refusalText]);
  });

  it('cannot be repeated in another spelling', async () => {
    const proof = await solve(await createChallenge());
    await send('a newsletter subscription', proof);
    const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString()) as {
      challenge: ProofOfWorkChallenge;
      solution: { counter: number; derivedKey: string };
    };
    const { parameters: task, signature } = challenge;
    for (const changed of [
      { challenge: { parameters: task, signature: signature.toUpperCase() }, solution },
      { challenge: { parameters: { ...task, nonce: task.nonce.toUpperCase() }, signature }, solution },
      { challenge, solution: { ...solution, derivedKey: solution.derivedKey.toUpperCase() } },
      { solution, challenge },
    ])
      expect((await send('a newsletter subscription', encode(changed))).message).toBe(refusalText);
  });

  it('is valid while secrets are rotated', async () => {
    const [current, earlier] = ['current-secret', 'earlier-secret'] as const;
    const challenge = await createProofOfWorkService([earlier]).createChallenge(40, Date.now());
    expect(await createProofOfWorkService([current, earlier]).verify(40, await solve(challenge))).toBe(
      challenge.parameters.nonce,
    );
  });

  it('is recorded as used for a limited time, longer than its challenge is valid', async () => {
    await send('a newsletter subscription', await solve(await createChallenge()));
    const { rows } = await db.$client.query(
      "select (expire / 1000 - extract(epoch from now()))::int as seconds from rate_limits where key like '%form-proof%'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].seconds).toBeGreaterThan(600);
    expect(rows[0].seconds).toBeLessThanOrEqual(1_200);
  });
});

describe('GET /forms/challenge', () => {
  const request = async (client: Client) => {
    const { status, data } = await call<'GET /forms/challenge'>('/forms/challenge', client);
    return [status, data?.challenge];
  };
  const setCount = (limit: RateLimitName, points: number) =>
    db.$client.query('update rate_limits set points = $2 where key like $1', [`%:${limit}:%`, points]);

  it.each([
    ['client', 'form-challenge-client'],
    ['network', 'form-challenge-network'],
  ] as const)('gives a %s a limited number of challenges', async (_, limit) => {
    const client = withNewClientAddress({});
    await request(client);
    await setCount(limit, rateLimitRules[limit].points - 1);
    expect((await request(client))[0]).toBe(200);
    expect((await request(client))[0]).toBe(429);
  });

  it('still gives challenges to a network that has received thousands of them for all sites', async () => {
    const client = withNewClientAddress({});
    await request(client);
    await setCount('form-challenge-network', 10_000);
    expect(await request(client)).toEqual([200, expect.any(Object)]);
  });

  it('gives none on a site that requires no proof, and counts no request', async () => {
    await setRequired(40, false);
    expect(await request(withNewClientAddress({}))).toEqual([200, null]);
    const { rows } = await db.$client.query("select key from rate_limits where key like '%form-challenge%'");
    expect(rows).toEqual([]);
  });
});
