import { and, asc, count, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toEmailKey } from '#server/api/accounts/accounts.ts';
import { recordListExport } from '#server/api/audit/record-staff-change.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { hashInput, readIdempotencyKey, sha256 } from '#server/api/contract/idempotency.ts';
import type { ServerTextKey } from '#server/api/contract/server-texts.ts';
import { type ComparableNumberOrDate, comparisonSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { queueMailLimitReachedMail } from '#server/api/mail/queue-mail.ts';
import { type CheckProofOfWork, readDefaultLang, readMailBranding } from '#server/api/site/site.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { elementsContract } from '#shared/elements/elements-contract.ts';
import {
  computeSlotRegistrationState,
  hasEnoughPlaces,
  type SlotOccupancy,
} from '#shared/elements/registration-rules.ts';
import type { BodyOf } from '#shared/endpoint.ts';
import { csvByteOrderMark, formatCsvRow } from '#shared/format-csv-row.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListQuery } from '#shared/list-query.ts';
import type { Localized } from '#shared/localized.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { cancelByStaff, cancelByToken } from './cancel-registration.ts';
import {
  type ElementRow,
  lockSlot,
  type RegistrationRow,
  readOccupancyOfUpcomingSlots,
  readPublishedElement,
} from './elements-repository.ts';
import { elementRegistrations as registrations } from './elements-tables.ts';
import { queueRegistrationMailToEstate, queueRegistrationMailToVisitor } from './registration-mails.ts';

/**
 * Inserts a registration; returns null if a simultaneous request for another slot has used the same idempotency key.
 */
async function insertRegistration(
  tx: SiteTx,
  values: Omit<typeof registrations.$inferInsert, 'id' | 'siteId'>,
): Promise<RegistrationRow | null> {
  const [row] = await tx.insert(registrations).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

async function readRegistrationByIdempotencyKey(tx: SiteTx, keyHash: string): Promise<RegistrationRow | null> {
  const [row] = await tx.select().from(registrations).where(eq(registrations.requestKey, keyHash));
  return row ?? null;
}

/**
 * Finds a registration with the same content that arrived without an idempotency key after `since`. A cancelled
 * registration does not count, so that visitors can register again.
 */
async function findIdenticalRegistration(
  tx: SiteTx,
  slotId: number,
  requestHash: string,
  since: Date,
): Promise<RegistrationRow | null> {
  const [row] = await tx
    .select()
    .from(registrations)
    .where(
      and(
        eq(registrations.slotId, slotId),
        eq(registrations.requestHash, requestHash),
        isNull(registrations.requestKey),
        ne(registrations.state, 'CANCELLED'),
        gt(registrations.createdAt, since),
      ),
    )
    .limit(1);
  return row ?? null;
}

const readRegistrationsOfElement = (tx: SiteTx, elementId: number, limit: number): Promise<RegistrationRow[]> =>
  tx
    .select()
    .from(registrations)
    .where(eq(registrations.elementId, elementId))
    .orderBy(asc(registrations.startsAt), asc(registrations.id))
    .limit(limit);

/** Reads one page of registrations, newest first, and their total number. */
async function readRegistrationPage(tx: SiteTx, { page, nbItem, filters }: ListQuery) {
  const columns = { idElement: registrations.elementId, idSlot: registrations.slotId };
  const where = and(
    ...filters.map(({ field, operator, value }) => {
      if (field !== 'state')
        return comparisonSql(sql`${columns[field as 'idElement']}`, operator, value as ComparableNumberOrDate);
      const isOneOf = inArray(registrations.state, value as RegistrationRow['state'][]);
      return operator === 'df:' ? sql`not ${isOneOf}` : isOneOf;
    }),
  );
  const [counted] = await tx.select({ total: count() }).from(registrations).where(where);
  const rows = await tx
    .select()
    .from(registrations)
    .where(where)
    .orderBy(desc(registrations.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Maximum number of registrations that this process handles at a time. Registrations for a slot wait for each other's
 * lock, and without a limit they would occupy the database connections that all other calls need.
 */
const maxConcurrentRegistrations = 4;
const maxWaitingCalls = 500;

type RegistrationDependencies = ContractRouteDependencies & { limits: RateLimiter; checkProofOfWork: CheckProofOfWork };

type RegisterEndpoint = (typeof elementsContract)['POST /element/{route}/{id}/register'];
type RegistrationRefusal = keyof RegisterEndpoint['refusals'];

type EstateRegistrationNoticeKind = 'registration' | 'overflow' | 'none';

interface SlotRegistrationRequest {
  route: string;
  id: number;
  /** The body without the proof of work, because the proof differs each time the registration is sent. */
  body: Omit<BodyOf<RegisterEndpoint>, 'altcha'>;
  lang: Lang;
  /** Value of the header Idempotency-Key; null if the request has none. */
  key: string | null;
  origin: string;
  now: Date;
  estateNoticeKind: EstateRegistrationNoticeKind;
  pickLanguage: (text: Localized) => string;
  translate: (text: ServerTextKey, values?: Readonly<Record<string, string | number>>) => string;
}

type RegistrationOutcome = Outcome<{ state: 'CONFIRMED' | 'WAITING' }, RegistrationRefusal>;

/**
 * An identical registration without an idempotency key, as browsers without scripts send it, counts as a repetition
 * within this many milliseconds.
 */
const repetitionPeriodMs = 10 * 60_000;

/**
 * Registers a visitor for a slot. The lock on the slot's row makes simultaneous registrations run one after another, so
 * places are never given twice and the waiting list keeps the order of arrival.
 */
async function registerForSlot(tx: SiteTx, request: SlotRegistrationRequest): Promise<RegistrationOutcome> {
  const { route, id, body, now } = request;
  const element = await readPublishedElement(tx, route, id, now);
  if (!element) return refuse('not_found');
  const slot = await lockSlot(tx, body.idSlot);
  if (slot?.elementId !== id)
    return refuse('unknown_date', { errors: { idSlot: request.translate('elements.refusal.unknown_date') } });
  const keyHash = request.key === null ? null : sha256(request.key);
  const requestHash = hashInput([id, body]);
  const earlier = keyHash
    ? await readRegistrationByIdempotencyKey(tx, keyHash)
    : await findIdenticalRegistration(tx, slot.id, requestHash, new Date(now.getTime() - repetitionPeriodMs));
  if (earlier) return earlier.requestHash === requestHash ? ok({ state: publicState(earlier) }) : refuse('key_reused');
  const occupancy = {
    ...slot,
    ...((await readOccupancyOfUpcomingSlots(tx, [slot.id])).get(slot.id) ?? { taken: 0, waiting: 0 }),
  };
  const refusal = refusalOf(element, occupancy, request);
  if (refusal) return refusal;
  const registration = await insertRegistration(tx, {
    elementId: id,
    slotId: slot.id,
    title: request.pickLanguage(element.title),
    startsAt: slot.startsAt,
    name: body.name,
    email: body.email,
    emailKey: toEmailKey(body.email),
    people: body.people,
    language: body.language ?? '',
    lang: request.lang,
    state: hasEnoughPlaces(occupancy, body.people) ? 'CONFIRMED' : 'WAITING',
    requestKey: keyHash,
    requestHash,
  });
  if (!registration) return refuse('key_reused');
  const { origin } = request;
  const kind = registration.state === 'CONFIRMED' ? 'confirmed' : 'waiting';
  await queueRegistrationMailToVisitor(tx, kind, registration, { element, slot, origin });
  await notifyEstate(tx, request.estateNoticeKind, registration, { element, slot });
  return ok({ state: publicState(registration) });
}

async function notifyEstate(
  tx: SiteTx,
  notice: EstateRegistrationNoticeKind,
  registration: RegistrationRow,
  visit: Parameters<typeof queueRegistrationMailToEstate>[3],
): Promise<void> {
  if (notice === 'registration') await queueRegistrationMailToEstate(tx, 'registered', registration, visit);
  if (notice !== 'overflow') return;
  const lang = await readDefaultLang(tx);
  await queueMailLimitReachedMail(tx, 'registrations', { lang, timeZone: (await readMailBranding(tx, lang)).timeZone });
}

const publicState = ({ state }: RegistrationRow): 'CONFIRMED' | 'WAITING' =>
  state === 'WAITING' ? 'WAITING' : 'CONFIRMED';

function refusalOf(
  element: ElementRow,
  slot: SlotOccupancy,
  { body, now, translate }: SlotRegistrationRequest,
): Extract<RegistrationOutcome, { ok: false }> | null {
  const registration = computeSlotRegistrationState(element, slot, now.getTime());
  if (registration === 'NONE' || registration === 'CLOSED') return refuse('registration_closed');
  if (registration === 'FULL') return refuse('waiting_list_full');
  const max = Math.min(element.maxPeople ?? 1, slot.capacity ?? Infinity);
  if (body.people > max)
    return refuse('too_many_people', {
      values: { max },
      errors: { people: translate('elements.refusal.too_many_people', { max }) },
    });
  if (body.language && !element.languages.includes(body.language))
    return refuse('unknown_language', { errors: { language: translate('elements.refusal.unknown_language') } });
  return null;
}

export function registrationRoutes(app: FastifyInstance, dependencies: RegistrationDependencies): void {
  const route = createContractRouter(app, 'elements', elementsContract, dependencies);
  const { db, limits, checkProofOfWork } = dependencies;
  const limitCalls = createConcurrencyLimiter({ concurrency: maxConcurrentRegistrations, maxQueue: maxWaitingCalls });

  const { refuseTooMany, chooseNotice } = createRegistrationLimits(limits);

  route(
    'POST /element/{route}/{id}/register',
    async ({ params, body, site, lang, request, pickLanguage, translate }) => {
      const key = readIdempotencyKey(request);
      if (!key.ok) return key;
      const { ipAddress } = getCaller(request);
      const refusal =
        (await refuseTooMany(site.id, [
          ['registration-client', ipAddress],
          ['registration-network', ipAddress],
        ])) ??
        (await checkProofOfWork({ siteId: site.id, ipAddress }, body.altcha)) ??
        (await refuseTooMany(site.id, [
          ['registration-recipient', body.email],
          ['registration-site', 'all'],
        ]));
      if (refusal) return refusal;
      const origin = getLinkOrigin(request);
      const estateNoticeKind = await chooseNotice(site.id);
      // The proof of work is left out, because a repeated registration has a new proof and must still count once.
      const { altcha: _, ...details } = body;
      const call = {
        ...params,
        body: details,
        lang,
        key: key.value,
        origin,
        now: new Date(),
        pickLanguage,
        translate,
        estateNoticeKind,
      };
      const outcome = await limitCalls(() =>
        withSiteTransactionOrRollback(db, site.id, (tx) => registerForSlot(tx, call)),
      );
      // A refused registration sends no mail, so it does not count towards the recipient's limit.
      if (!outcome.ok) await limits.refund(site.id, 'registration-recipient', body.email);
      return outcome;
    },
  );

  route('PUT /element/registration/cancel', async ({ body, site, request, withSiteTransaction }) => {
    const tooMany = await refuseTooMany(site.id, cancellationLimits(request));
    return tooMany ?? withSiteTransaction((tx) => cancelByToken(tx, body.token, new Date()));
  });
}

function createRegistrationLimits(limits: RateLimiter) {
  return {
    /** Counts an attempt for each subject; returns a refusal at the first limit that is reached, otherwise null. */
    async refuseTooMany(siteId: number, counted: readonly (readonly [RateLimitName, string])[]) {
      for (const [limit, subject] of counted)
        if (!(await limits.consume(siteId, limit, subject)))
          return refuse('too_many', {
            values: { retryAfter: await limits.retryAfterSeconds(siteId, limit, subject) },
          });
      return null;
    },
    /**
     * Chooses the mail to the estate: the registration, or above the limit at most one mail an hour saying that
     * registrations are stored without a mail.
     */
    async chooseNotice(siteId: number): Promise<EstateRegistrationNoticeKind> {
      if (await limits.consume(siteId, 'registration-notice-site', 'all')) return 'registration';
      return (await limits.consume(siteId, 'registration-overflow-site', 'all')) ? 'overflow' : 'none';
    },
  };
}

function cancellationLimits(request: FastifyRequest): [RateLimitName, string][] {
  const { ipAddress } = getCaller(request);
  return [
    ['link-client', ipAddress],
    ['link-network', ipAddress],
  ];
}

const columns = ['id', 'date', 'title', 'state', 'name', 'email', 'people', 'language', 'registered'];

/**
 * Maximum number of exported registrations. Real elements stay far below it, because registrations are erased after
 * their retention time.
 */
const maxExportedRegistrations = 20_000;

async function exportRegistrationsAsCsv(tx: SiteTx, elementId: number): Promise<string> {
  const rows = await readRegistrationsOfElement(tx, elementId, maxExportedRegistrations);
  const lines = rows.map(({ id, startsAt, title, state, name, email, people, language, createdAt }) =>
    formatCsvRow([
      ...[String(id), startsAt.toISOString(), title, state, name, email],
      ...[String(people), language, createdAt.toISOString()],
    ]),
  );
  return csvByteOrderMark + formatCsvRow(columns) + lines.join('');
}

export function staffRegistrationRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'elements', elementsContract, dependencies);
  const { db } = dependencies;

  route('GET /admin/element/registration', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readRegistrationPage(tx, query);
      return { registrations: rows.map(toRegistration), total };
    }),
  );
  route('PUT /admin/element/registration/{id}/cancel', ({ params, body, site, user }) =>
    withSiteTransactionOrRollback(db, site.id, (tx) =>
      cancelByStaff(tx, params.id, { ...body, userId: user.id, now: new Date() }),
    ),
  );
  route('GET /admin/element/registrations.csv', async ({ query: { idElement }, user, withSiteTransaction }) => ({
    fileName: `registrations-${idElement}.csv`,
    content: await withSiteTransaction(async (tx) => {
      await recordListExport(tx, { userId: user.id, resource: 'registration', filter: { idElement } });
      return exportRegistrationsAsCsv(tx, idElement);
    }),
  }));
}

type ListedRegistration = Awaited<ReturnType<typeof readRegistrationPage>>['rows'][number];

const toRegistration = ({ elementId, slotId, startsAt, createdAt, ...row }: ListedRegistration) => ({
  id: row.id,
  idElement: elementId,
  idSlot: slotId,
  title: row.title,
  startsAt: startsAt.toISOString(),
  name: row.name,
  email: row.email,
  people: row.people,
  language: row.language,
  state: row.state,
  createdAt: createdAt.toISOString(),
});
