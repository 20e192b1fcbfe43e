import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#server/api/database/connect.ts';
import { inSite, type SiteTx } from '#server/api/database/site-transaction.ts';
import { callerOf, siteOf } from '#server/api/tenancy/current-site.ts';
import type { KnownSite } from '#server/api/tenancy/known-sites.ts';
import { staffRoles } from '#shared/accounts/roles.ts';
import type { Contract, DataOf, Endpoint, EndpointName } from '#shared/endpoint.ts';
import type { Success } from '#shared/envelope.ts';
import type { Lang } from '#shared/languages.ts';
import { inLanguage, type Localized } from '#shared/localized.ts';
import type { Outcome } from '#shared/outcome.ts';
import { sendFailure } from './envelopes.ts';
import { sendMalformed } from './malformed.ts';
import { isServerText, type ServerText, say } from './server-texts.ts';
import type { ReadSession, SessionUser } from './session-user.ts';
import { zeroBytesIn } from './zero-bytes.ts';

/** Seconds after which somebody who tried too often may come again, where the refusal's `retryAfter` says nothing else. */
const usualPause = 60;

type Parsed<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** One call, after its site is certain and its input is parsed. */
export interface Call<E> {
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  site: KnownSite;
  lang: Lang;
  /** The user of the session, where the endpoint declares `access`. */
  user: E extends { access: string } ? SessionUser : null;
  request: FastifyRequest;
  /** A sentence in the caller's language, for fields at fault. */
  say: (text: ServerText, values?: Readonly<Record<string, string | number>>) => string;
  /** A text in the caller's language. */
  localize: Localize;
  /** Runs `work` in a transaction of the call's site; a handler needs one at most. */
  inSite<T>(work: (tx: SiteTx) => Promise<T>): Promise<T>;
}

export type Localize = (text: Localized | null | undefined) => string;

/** Where the contract names refusals the answer is an `Outcome`, else the data itself. */
type Answer<E> = E extends { refusals: infer R } ? Outcome<DataOf<E>, keyof R & string> : DataOf<E>;
export type Handler<E> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

export interface RouteParts {
  db: Db;
  readSession: ReadSession;
  /** Validates every answer against its contract, unknown fields included. Used in tests, because it is slow. */
  checkAnswers: boolean;
}

/** Registers endpoints of `contract`: `route('GET /news/{id}', handler)`. Refusals are texts `<domain>.refusal.<name>`. */
export function contractRoutes<C extends Contract>(
  app: FastifyInstance,
  domain: string,
  contract: C,
  parts: RouteParts,
) {
  return <N extends keyof C & EndpointName>(name: N, handler: Handler<C[N]>): void => {
    const endpoint: Endpoint = contract[name] as C[N] & Endpoint;
    const refusals = refusalTexts(domain, endpoint);
    const [method = 'GET', path = '/'] = name.split(' ');
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const entry = await admit(endpoint, request, parts);
        if (entry.status)
          return sendFailure(reply, entry.status, say(callerOf(request).lang, entryTexts[entry.status]));
        const input = parseInput(endpoint, request);
        if (!input.ok) return sendMalformed(reply, input.issues, input.given, callerOf(request).lang);
        const answer = await handler(callOf(request, input.value, entry.user, parts.db) as unknown as Call<C[N]>);
        if (!endpoint.refusals) return sendData(reply, name, endpoint, answer, parts);
        const outcome = answer as Outcome<unknown, string>;
        if (outcome.ok) return sendData(reply, name, endpoint, outcome.value, parts);
        const text = refusals[outcome.refusal];
        const status = endpoint.refusals[outcome.refusal];
        if (!text || !status) throw new Error(`${name} does not name the refusal "${outcome.refusal}"`);
        if (status === 429) reply.header('retry-after', String(outcome.values?.retryAfter ?? usualPause));
        return sendFailure(reply, status, say(callerOf(request).lang, text, outcome.values), outcome.errors);
      },
    });
  };
}

function refusalTexts(domain: string, endpoint: Endpoint): Record<string, ServerText> {
  const named = Object.keys(endpoint.refusals ?? {}).map((refusal) => {
    const text = `${domain}.refusal.${refusal}`;
    if (!isServerText(text)) throw new Error(`texts/<lang>/errors.json have no "${text}"`);
    return [refusal, text] as const;
  });
  return Object.fromEntries(named);
}

const entryTexts = { 401: 'not_logged_in', 403: 'not_allowed' } as const;

type Entry = { status: null; user: SessionUser | null } | { status: keyof typeof entryTexts };

/** Checks access before anything of the call is parsed. */
async function admit({ access }: Endpoint, request: FastifyRequest, { db, readSession }: RouteParts): Promise<Entry> {
  if (!access) return { status: null, user: null };
  const { token } = callerOf(request);
  const user = token === null ? null : await inSite(db, siteOf(request).id, (tx) => readSession(tx, token));
  if (!user) return { status: 401 };
  return access === 'staff' && !staffRoles.includes(user.role) ? { status: 403 } : { status: null, user };
}

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

type ParsedInput = { ok: true; value: Input } | { ok: false; issues: readonly z.core.$ZodIssue[]; given: unknown };

function parseInput(endpoint: Endpoint, request: FastifyRequest): ParsedInput {
  const value: Input = { params: undefined, query: undefined, body: undefined };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const given = request[part];
    const parsed = schema.safeParse(given);
    if (!parsed.success) return { ok: false, issues: parsed.error.issues, given };
    const hidden = zeroBytesIn(given);
    if (hidden.length > 0) return { ok: false, issues: hidden, given };
    value[part] = parsed.data;
  }
  return { ok: true, value };
}

function callOf(request: FastifyRequest, input: Input, user: SessionUser | null, db: Db) {
  const site = siteOf(request);
  const { lang } = callerOf(request);
  return {
    ...input,
    site,
    lang,
    user,
    request,
    say: (text: ServerText, values?: Readonly<Record<string, string | number>>) => say(lang, text, values),
    localize: (text: Localized | null | undefined) => inLanguage(text, lang, site.defaultLang),
    inSite: <T>(work: (tx: SiteTx) => Promise<T>) => inSite(db, site.id, work),
  };
}

function sendData(reply: FastifyReply, name: string, endpoint: Endpoint, data: unknown, { checkAnswers }: RouteParts) {
  if (checkAnswers) checkAnswer(name, endpoint, data);
  // Plain JSON: a serialiser compiled from the schema was measured at one and a half times its time on a list of wines.
  const envelope: Success<unknown> = { success: true, data, message: '' };
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope));
}

/** Rejects fields that the contract does not name, because a secret could leave that way. */
function checkAnswer(name: string, endpoint: Endpoint, data: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const parsed = endpoint.data.safeParse(sent);
  if (!parsed.success) throw new Error(`${name} answers against its contract:\n${z.prettifyError(parsed.error)}`);
  if (!isDeepStrictEqual(parsed.data, sent)) throw new Error(`${name} answers fields that its contract does not name`);
}
