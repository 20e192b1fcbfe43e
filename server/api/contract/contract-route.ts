import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteRead } from '#server/api/database/site-read.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { type Role, staffRoles } from '#shared/accounts/roles.ts';
import {
  type Contract,
  type DataOf,
  type Endpoint,
  type EndpointNamePattern,
  type IdempotencyRefusal,
  idempotencyReplayHeader,
} from '#shared/endpoint.ts';
import type { FileDownload } from '#shared/file-download.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { type Outcome, ok, type RefusedOutcome } from '#shared/outcome.ts';
import type { SuccessEnvelope } from '#shared/response-envelope.ts';
import { describeValidationIssues, toFieldLabel } from './describe-issues.ts';
import { hashInput, readIdempotencyKey, runOnce, staffRequestLedger } from './idempotency.ts';
import { sendFailure } from './send-failure.ts';
import { isServerTextKey, type ServerTextKey, translate } from './server-texts.ts';
import { findUnstorableTextIssues, UnstorableTextError } from './unstorable-text.ts';

export interface SessionUser {
  id: number;
  email: string;
  role: Role;
  firstname: string;
  lastname: string;
  phone: string;
  /** The birthdate as `YYYY-MM-DD`; null if unknown. */
  birthdate: string | null;
  lang: Lang;
  tokenHash: string;
}

/**
 * Finds the user of a session token; null if the token is unknown or expired. The accounts domain implements this type,
 * because the contract code must not depend on domains.
 */
type ReadSession = (tx: SiteTx, token: string) => Promise<{ user: SessionUser; isUseRecorded: boolean } | null>;

/** The site, language and time of a call, for functions whose result contains texts for the caller. */
export interface RequestContext {
  site: SiteRecord;
  lang: Lang;
  /** The time of the call in milliseconds since 1970. */
  now: number;
  translate: (text: ServerTextKey, values?: Readonly<Record<string, string | number>>) => string;
  pickLanguage: PickLocalizedText;
}

/** Value of the `Retry-After` header in seconds, for a refusal that states no time. */
const defaultRetryAfterSeconds = 60;

type EndpointInput<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

type UserOf<E> = E extends { access: 'guest' } ? SessionUser | null : E extends { access: string } ? SessionUser : null;

/** A change by a member of staff that takes place once, even if its call is repeated with the same Idempotency-Key. */
interface RepeatableChange<Stored, Refusal extends string, Data> {
  /** Makes the change. Its value is stored with the key, so it must be small and contain no personal data. */
  run: (tx: SiteTx) => Promise<Outcome<Stored, Refusal>>;
  /** Reads the response of the first and of every repeated call. By default it is the value of `run`. */
  respond?: (tx: SiteTx, stored: Stored) => Promise<Outcome<Data, Refusal>>;
  /**
   * Reads the current state of what the first call has changed. A call that reuses its key with another input is
   * refused and receives that state.
   */
  readCurrent?: (tx: SiteTx, stored: Stored) => Promise<unknown>;
  /** Hash of an uploaded file, which is not part of the parsed input. */
  fileHash?: string;
}

interface ChangeContext {
  db: Db;
  site: { id: number };
  /** The member of staff to whom the key belongs; null for a call without a session. */
  user: { id: number } | null;
  request: FastifyRequest;
  /** The name of the endpoint, such as `POST /admin/order`. */
  name: string;
  /** The parsed parameters, query and body. */
  input: unknown;
  markAsRepeated: () => void;
}

type RunIdempotentChange = <Stored, Refusal extends string, Data = Stored>(
  change: RepeatableChange<Stored, Refusal, Data>,
) => Promise<Outcome<Data, Refusal | IdempotencyRefusal>>;

/** Creates the function that makes a change once in a transaction of the site, which a refusal rolls back. */
const createIdempotentChangeRunner =
  ({ db, site, user, request, name, input, markAsRepeated }: ChangeContext): RunIdempotentChange =>
  async <Stored, Refusal extends string, Data = Stored>({
    run,
    respond,
    readCurrent,
    fileHash,
  }: RepeatableChange<Stored, Refusal, Data>) => {
    if (!user) throw new Error(`${name} is open to callers without a session`);
    const key = readIdempotencyKey(request);
    if (!key.ok) return key;
    const staffRequest =
      key.value === null
        ? null
        : { owner: user.id, key: key.value, callName: name, hash: hashInput([name, input, fileHash]) };
    return withSiteTransactionOrRollback(db, site.id, (tx) => {
      // Without `respond`, the stored value is the response.
      const toResponse = async (stored: Stored) => (respond ? respond(tx, stored) : ok(stored as unknown as Data));
      return runOnce<Stored, Data, Refusal>(tx, staffRequestLedger, staffRequest, {
        run: async () => {
          const changed = await run(tx);
          if (!changed.ok) return changed;
          const response = await toResponse(changed.value);
          return response.ok ? ok({ stored: changed.value, data: response.value }) : response;
        },
        repeat: (stored) => {
          markAsRepeated();
          return toResponse(stored);
        },
        ...(readCurrent && { readCurrent: (stored: Stored) => readCurrent(tx, stored) }),
      });
    });
  };

export interface ContractCall<E> {
  params: EndpointInput<E, 'params'>;
  query: EndpointInput<E, 'query'>;
  body: EndpointInput<E, 'body'>;
  site: SiteRecord;
  lang: Lang;
  /** The user of the session, if the endpoint declares `access`. A guest has no user. */
  user: UserOf<E>;
  request: FastifyRequest;
  /** Returns a message in the caller's language, for errors of single fields. */
  translate: (text: ServerTextKey, values?: Readonly<Record<string, string | number>>) => string;
  /** Picks the caller's language from a localized value, with the fallbacks of `resolveLocalized`. */
  pickLanguage: PickLocalizedText;
  /**
   * Runs `work` in a transaction of the call's site, which is read-only for public endpoints with GET. A handler should
   * open at most one transaction per call.
   */
  withSiteTransaction<T>(work: (tx: SiteTx) => Promise<T>): Promise<T>;
  /**
   * Makes a change in a transaction of the call's site, which a refusal rolls back. A call that is repeated with its
   * Idempotency-Key returns the first result and changes nothing. Only endpoints of staff with `isIdempotent` can use
   * it.
   */
  runIdempotentChange: RunIdempotentChange;
  /** Marks the response as that of an earlier call with the same Idempotency-Key, as `runIdempotentChange` does. */
  markAsRepeated: () => void;
}

/** Returns a text in the language of the call, as `resolveLocalized` does. */
export type PickLocalizedText = (text: Localized | null | undefined) => string;

/** A handler returns an `Outcome` if the contract declares refusals for its endpoint, otherwise the data itself. */
type HandlerResult<E> = E extends { refusals: infer R } ? Outcome<DataOf<E>, keyof R & string> : DataOf<E>;
export type ContractHandler<E> = (call: ContractCall<E>) => Promise<HandlerResult<E>> | HandlerResult<E>;

export interface ContractRouteDependencies {
  db: Db;
  /** The endpoints that a storefront can read together, by name. Public endpoints with GET are added to it. */
  publicReads?: PublicReads;
  readSession: ReadSession;
  recordSessionUse: (tx: SiteTx, tokenHash: string) => Promise<unknown>;
  /** Validates every JSON response against its contract and rejects unknown fields. Only tests set it: it is slow. */
  shouldCheckResponses: boolean;
}

/**
 * Returns a function that registers one endpoint of a contract, as in `route('GET /news/{id}', handler)`. The message
 * of a refusal is the text `<domain>.refusal.<code>`, or `refusal.<code>` if the domain has no such text.
 */
export function createContractRouter<C extends Contract>(
  app: FastifyInstance,
  domain: string,
  contract: C,
  dependencies: ContractRouteDependencies,
) {
  return <N extends keyof C & EndpointNamePattern>(name: N, handler: ContractHandler<C[N]>): void => {
    const endpoint = contract[name] as C[N] & Endpoint;
    registerEndpoint(app, { domain, name, endpoint, handler }, dependencies);
  };
}

interface EndpointRegistration<E extends Endpoint> {
  domain: string;
  name: EndpointNamePattern;
  endpoint: E;
  handler: ContractHandler<E>;
}

/** Sends a 400 that describes the invalid fields of `input`, as `describeValidationIssues` does. */
export function sendValidationError(
  reply: FastifyReply,
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  lang: Lang,
): FastifyReply {
  const errors = describeValidationIssues(issues, input, lang);
  return sendFailure(
    reply,
    400,
    translate(lang, 'malformed.fields', { fields: Object.values(errors).join(' ') }),
    errors,
  );
}

/** Registers one endpoint with its handler, for endpoints that no contract object names statically. */
export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  { domain, name, endpoint, handler }: EndpointRegistration<E>,
  dependencies: ContractRouteDependencies,
): void {
  const refusals = refusalTexts(domain, endpoint);
  const [method = 'GET', path = '/'] = name.split(' ');
  const url = path.replace(/\{(\w+)\}/g, ':$1');
  const isPublicRead = method === 'GET' && !endpoint.access && !endpoint.hasSideEffect;
  if (isPublicRead && !endpoint.fileType)
    dependencies.publicReads?.set(name, {
      name,
      endpoint,
      handler: handler as unknown as ContractHandler<Endpoint>,
      refusals,
      shouldCheckResponses: dependencies.shouldCheckResponses,
    });
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { lang } = getCaller(request);
    const entry = await authorize(endpoint, request, dependencies);
    if (entry.status) return sendFailure(reply, entry.status, translate(lang, accessRefusalTexts[entry.status]));
    const input = parseInput(endpoint, request);
    if (!input.ok) return sendValidationError(reply, input.issues, input.rawInput, lang);
    const { db } = dependencies;
    const plainCall = createCall(request, input.value, lang, {
      user: entry.user,
      withSiteTransaction: (work) =>
        (isPublicRead ? withSiteRead : withSiteTransaction)(db, getRequestSite(request).id, work),
    });
    const markAsRepeated = () => reply.header(idempotencyReplayHeader, 'true');
    const runIdempotentChange = createIdempotentChangeRunner({
      ...plainCall,
      db,
      name,
      input: input.value,
      markAsRepeated,
    });
    const call = { ...plainCall, runIdempotentChange, markAsRepeated } as unknown as ContractCall<E>;
    const answer = await runHandler(() => handler(call));
    if (answer instanceof UnstorableTextError)
      return sendValidationError(reply, findUnstorableTextIssues(answer.input), answer.input, lang);
    if (!endpoint.refusals) return sendData(reply, name, endpoint, answer, dependencies);
    const outcome = answer as Outcome<unknown, string>;
    if (outcome.ok) return sendData(reply, name, endpoint, outcome.value, dependencies);
    const text = refusals[outcome.refusal];
    const status = endpoint.refusals[outcome.refusal];
    if (!text || !status) throw new Error(`the contract of ${name} has no refusal "${outcome.refusal}"`);
    if (status === 429) reply.header('retry-after', String(outcome.values?.retryAfter ?? defaultRetryAfterSeconds));
    return sendRefusal(reply, status, translate(lang, text, outcome.values), outcome);
  };
  for (const servedUrl of [url, ...(endpoint.aliases ?? [])]) app.route({ method, url: servedUrl, handler: handle });
}

interface PublicRead {
  name: string;
  endpoint: Endpoint;
  shouldCheckResponses: boolean;
  handler: ContractHandler<Endpoint>;
  refusals: Record<string, ServerTextKey>;
}

/** The public endpoints with GET, by name. */
export type PublicReads = Map<string, PublicRead>;

/** The response of a read that is not a response of its own: the status, and data or the message of a refusal. */
export type ReadAnswer = { status: number; data: unknown } | { status: number; message: string };

/** Answers a read of the site of `request`, in a transaction that other reads may share. */
export async function answerPublicRead(
  { name, endpoint, handler, refusals, shouldCheckResponses }: PublicRead,
  { params, query, lang }: { params: unknown; query: unknown; lang: Lang },
  request: FastifyRequest,
  withSharedTransaction: ContractCall<Endpoint>['withSiteTransaction'],
): Promise<ReadAnswer> {
  const input = parseInput(endpoint, { params, query, body: undefined, method: 'GET' });
  if (!input.ok) {
    const errors = describeValidationIssues(input.issues, input.rawInput, lang);
    return { status: 400, message: translate(lang, 'malformed.fields', { fields: Object.values(errors).join(' ') }) };
  }
  const call = createCall(request, input.value, lang, { user: null, withSiteTransaction: withSharedTransaction });
  const answer = await handler(call as unknown as ContractCall<Endpoint>);
  const outcome = (endpoint.refusals ? answer : ok(answer)) as Outcome<unknown, string>;
  if (outcome.ok) {
    if (shouldCheckResponses) checkResponse(name, endpoint, outcome.value);
    return { status: 200, data: outcome.value };
  }
  const [status, text] = [endpoint.refusals?.[outcome.refusal], refusals[outcome.refusal]];
  if (!text || !status) throw new Error(`the contract has no refusal "${outcome.refusal}"`);
  return { status, message: translate(lang, text, outcome.values) };
}

/** Runs a handler. A text of a multipart form that cannot be stored is returned, because only the handler reads the form. */
async function runHandler(handler: () => unknown): Promise<unknown> {
  try {
    return await handler();
  } catch (error) {
    if (error instanceof UnstorableTextError) return error;
    throw error;
  }
}

/**
 * Sends a refusal. The response contains the field errors of the outcome; without them, it describes the outcome's
 * validation issues, or names the field of a rule between items.
 */
function sendRefusal(
  reply: FastifyReply,
  status: number,
  message: string,
  { errors, issues, input, current, record, values }: RefusedOutcome<string>,
): FastifyReply {
  const { lang } = getCaller(reply.request);
  const fieldErrors =
    errors ??
    (issues && describeValidationIssues(issues as readonly z.core.$ZodIssue[], input ?? {}, lang, toFieldLabel)) ??
    (typeof values?.field === 'string' ? { [values.field]: message } : undefined);
  return sendFailure(reply, status, message, fieldErrors, { present: current, ...(record && { record }) });
}

function refusalTexts(domain: string, endpoint: Endpoint): Record<string, ServerTextKey> {
  const entries = Object.keys(endpoint.refusals ?? {}).map((refusal) => {
    const text = [`${domain}.refusal.${refusal}`, `refusal.${refusal}`].find(isServerTextKey);
    if (!text) throw new Error(`missing text "${domain}.refusal.${refusal}" in shared/texts/<lang>/errors.json`);
    return [refusal, text] as const;
  });
  return Object.fromEntries(entries);
}

const accessRefusalTexts = { 401: 'not_logged_in', 403: 'not_allowed' } as const;

type AccessResult = { status: null; user: SessionUser | null } | { status: keyof typeof accessRefusalTexts };

/** Checks access before any input is parsed, so that callers without access learn nothing about the input's format. */
async function authorize(
  { access }: Endpoint,
  request: FastifyRequest,
  { db, readSession, recordSessionUse }: ContractRouteDependencies,
): Promise<AccessResult> {
  if (!access) return { status: null, user: null };
  const { token } = getCaller(request);
  if (access === 'guest' && token === null) return { status: null, user: null };
  if (token === null) return { status: 401 };
  const siteId = getRequestSite(request).id;
  const session = await withSiteRead(db, siteId, (tx) => readSession(tx, token), { isOneTrip: true });
  if (!session) return { status: 401 };
  const { user, isUseRecorded } = session;
  if (!isUseRecorded) await withSiteTransaction(db, siteId, (tx) => recordSessionUse(tx, user.tokenHash));
  const isAllowed =
    access === 'superAdmin' ? user.role === 'SUPER_ADMIN' : access !== 'staff' || staffRoles.includes(user.role);
  return isAllowed ? { status: null, user } : { status: 403 };
}

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

type ParsedInput = { ok: true; value: Input } | { ok: false; issues: readonly z.core.$ZodIssue[]; rawInput: unknown };

/** A read without parameters refuses them like a list does, so that a misspelt filter is not taken for a filter. */
const noParameters = z.strictObject({});

/** @param request The values as texts; a storefront that reads several things together has no request for each. */
function parseInput(
  endpoint: Endpoint,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body' | 'method'>,
): ParsedInput {
  const value: Input = { params: undefined, query: undefined, body: undefined };
  for (const part of ['params', 'query', 'body'] as const) {
    const rawInput = request[part];
    const unstorable = findUnstorableTextIssues(rawInput);
    if (unstorable.length > 0) return { ok: false, issues: unstorable, rawInput };
    const schema = endpoint[part] ?? (part === 'query' && request.method === 'GET' ? noParameters : undefined);
    if (!schema) continue;
    const parsed = schema.safeParse(rawInput);
    if (!parsed.success) return { ok: false, issues: parsed.error.issues, rawInput };
    value[part] = parsed.data;
  }
  return { ok: true, value };
}

function createCall(
  request: FastifyRequest,
  input: Input,
  lang: Lang,
  rest: Pick<ContractCall<Endpoint>, 'withSiteTransaction'> & { user: SessionUser | null },
) {
  const site = getRequestSite(request);
  return {
    ...input,
    ...rest,
    site,
    lang,
    request,
    translate: (text: ServerTextKey, values?: Readonly<Record<string, string | number>>) =>
      translate(lang, text, values),
    pickLanguage: (text: Localized | null | undefined) => resolveLocalized(text, lang, site.defaultLang),
  };
}

const fileNamePattern = /^[\w-][\w.-]*$/;

/** Sends a file that browsers save instead of showing, because it may contain untrusted text. */
function sendFileDownload(reply: FastifyReply, type: string, { fileName, content }: FileDownload): FastifyReply {
  if (!fileNamePattern.test(fileName)) throw new Error('invalid name of a downloaded file');
  reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type(type);
  const isComplete = typeof content === 'string' || content instanceof Uint8Array;
  return reply.send(isComplete ? content : Readable.from(content, { objectMode: false }));
}

function sendData(
  reply: FastifyReply,
  name: string,
  endpoint: Endpoint,
  data: unknown,
  { shouldCheckResponses }: ContractRouteDependencies,
) {
  if (endpoint.fileType) return sendFileDownload(reply, endpoint.fileType, data as FileDownload);
  if (shouldCheckResponses) checkResponse(name, endpoint, data);
  // Responses use plain JSON.stringify, because a serialiser that was compiled from the schema took 1.5 times as long
  // for a product list.
  const envelope: SuccessEnvelope<unknown> = { success: true, data, message: '' };
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope));
}

/** Validates a response. A field that the contract does not name is an error, because it could disclose a secret. */
function checkResponse(name: string, endpoint: Endpoint, data: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const parsed = endpoint.data.safeParse(sent);
  if (!parsed.success) throw new Error(`response of ${name} violates its contract:\n${z.prettifyError(parsed.error)}`);
  if (!isDeepStrictEqual(parsed.data, sent)) throw new Error(`response of ${name} has fields outside its contract`);
}
