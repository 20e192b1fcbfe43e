import { and, asc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type ExternalAppSecretValues, readExternalAppSecretValues } from '#server/api/site/site.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { withTimeLimit } from '#server/http/with-time-limit.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { sortPickupPointsByDistance } from '#shared/shipping/sort-pickup-points-by-distance.ts';
import type { PickupPointSearch, PickupPointService, PickupPointServiceContext } from './pickup-point-service.ts';
import { carriers, pickupPoints } from './shipping-tables.ts';

/** Reads the service codes of the carriers that deliver to pickup points: of one carrier, or of all for null. */
async function readPickupServiceCodes(tx: SiteTx, carrierId: number | null): Promise<string[]> {
  const rows = await tx
    .select({ code: carriers.serviceCode })
    .from(carriers)
    .where(and(eq(carriers.deliveryType, 'PICKUP'), carrierId === null ? undefined : eq(carriers.id, carrierId)));
  return rows.map(({ code }) => code);
}

const readPickupPointsInCountry = (tx: SiteTx, country: string) =>
  tx.select().from(pickupPoints).where(eq(pickupPoints.country, country)).orderBy(asc(pickupPoints.id));

async function readPickupPoint(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(pickupPoints).where(eq(pickupPoints.id, id));
  return row ?? null;
}

type LocalizeText = (text: Localized) => string;

/** Reads the pickup points in a country that the estate has listed itself. All PICKUP carriers deliver to them. */
const readListedPickupPoints = async (
  tx: SiteTx,
  country: string,
  pickLanguage: LocalizeText,
): Promise<PickupPoint[]> =>
  (await readPickupPointsInCountry(tx, country)).map((row) => toAccessPoint(row, pickLanguage));

/** Reads the pickup point of an order from the estate's own list; null if it has no such point. */
export async function readListedPickupPoint(
  tx: SiteTx,
  id: string,
  pickLanguage: LocalizeText,
): Promise<PickupPoint | null> {
  const parsedId = parseId(id);
  const row = parsedId === null ? null : await readPickupPoint(tx, parsedId);
  return row && toAccessPoint(row, pickLanguage);
}

function toAccessPoint(row: typeof pickupPoints.$inferSelect, pickLanguage: LocalizeText): PickupPoint {
  const { id, name, addLine1, zipCode, city, country, latitude, longitude, icon, openingHours } = row;
  return {
    id: String(id),
    name,
    addLine1,
    zipCode,
    city,
    country,
    position: { latitude, longitude },
    icon,
    openingHours: pickLanguage(openingHours),
  };
}

export const maxPickupPointResults = 20;

/** Time limit of a call to a service in milliseconds. It is short, because the customer waits meanwhile. */
const defaultTimeoutMs = 2_500;
/**
 * Maximum number of calls in progress at one service, so that a slow service does not occupy an unlimited number of
 * requests.
 */
const maxConcurrentCalls = 16;

interface PickupPointReference {
  id: string;
  carrierId: number;
}

export interface PickupPointRequestContext {
  withSiteTransaction<T>(work: (tx: SiteTx) => Promise<T>): Promise<T>;
  lang: Lang;
  pickLanguage: (text: Localized) => string;
  log: FastifyBaseLogger;
}

/** The pickup points of the estate's own list and of the carriers' services. */
export interface PickupPointDirectory {
  /**
   * Finds the nearest pickup points of a carrier, or of all carriers for null; none if the carrier delivers to the
   * door. All PICKUP carriers deliver to the pickup points in the estate's own list.
   */
  near(
    call: PickupPointRequestContext,
    search: PickupPointSearch & { carrierId: number | null },
  ): Promise<PickupPoint[]>;
  /**
   * Fetches the pickup point of an order from the carrier's service, before the order's transaction. Returns null if no
   * service knows the point or the service fails; the estate's own list may still contain it.
   */
  findOfService(
    call: Omit<PickupPointRequestContext, 'pickLanguage'>,
    reference: PickupPointReference,
  ): Promise<PickupPoint | null>;
}

/** A service that the estate uses: the estate has keys at it, and a PICKUP carrier with one of its service codes. */
interface UsedService {
  service: PickupPointService;
  secret: ExternalAppSecretValues;
}

/** @throws Error if two services share an id or a service code. */
export function createPickupPointDirectory(
  services: readonly PickupPointService[],
  { timeoutMs = defaultTimeoutMs } = {},
): PickupPointDirectory {
  assertDistinct(services.map(({ id }) => id));
  assertDistinct(services.flatMap(({ serviceCodes }) => serviceCodes));
  const limiters = new Map(
    services.map(({ id }) => [id, createConcurrencyLimiter({ concurrency: maxConcurrentCalls, maxQueue: 0 })]),
  );
  /**
   * Calls a service. A failure is logged and gives null, because the pickup points in the estate's own list do not
   * depend on a service.
   */
  async function ask<T>(
    { service, secret }: UsedService,
    { lang, log }: Pick<PickupPointRequestContext, 'lang' | 'log'>,
    task: (context: PickupPointServiceContext) => Promise<T>,
  ): Promise<T | null> {
    const limit = limiters.get(service.id);
    const run = () => withTimeLimit(timeoutMs, (signal) => task({ secret, lang, signal }));
    try {
      return await (limit ? limit(run) : run());
    } catch (err) {
      log.warn({ code: 'pickup_service_failed', err, service: service.id }, 'pickup service failed');
      return null;
    }
  }
  return {
    async near(call, { carrierId, ...search }) {
      const { own, used } = await call.withSiteTransaction(async (tx) => {
        const codes = await readPickupServiceCodes(tx, carrierId);
        if (carrierId !== null && codes.length === 0) return { own: [], used: [] };
        const listed = await readListedPickupPoints(tx, search.country, call.pickLanguage);
        return { own: listed, used: await readUsedServices(tx, services, codes) };
      });
      const found = await Promise.all(
        used.map(async (one) => {
          const points = await ask(one, call, (context) => one.service.near(search, context));
          return (points ?? []).flatMap((point) => toPointOf(one.service, point) ?? []);
        }),
      );
      return sortPickupPointsByDistance([...own, ...found.flat()], search).slice(0, maxPickupPointResults);
    },
    async findOfService(call, { id, carrierId }) {
      const named = services.filter((service) => id.startsWith(`${service.id}:`));
      if (named.length === 0) return null;
      const [used] = await call.withSiteTransaction(async (tx) =>
        readUsedServices(tx, named, await readPickupServiceCodes(tx, carrierId)),
      );
      if (!used) return null;
      const point = toPointOf(used.service, await ask(used, call, (context) => used.service.byId(id, context)));
      return point?.id === id ? point : null;
    },
  };
}

async function readUsedServices(
  tx: SiteTx,
  services: readonly PickupPointService[],
  codes: readonly string[],
): Promise<UsedService[]> {
  const used: UsedService[] = [];
  for (const service of services) {
    if (!service.serviceCodes.some((code) => codes.includes(code))) continue;
    const secret = await readExternalAppSecretValues(tx, toSecretApp(service.id));
    if (secret) used.push({ service, secret });
  }
  return used;
}

/**
 * Returns the name of the external application that holds an estate's keys at a service: `RELAY_ONE` for `relay-one`.
 */
const toSecretApp = (id: string): string => id.toUpperCase().replaceAll('-', '_');

/**
 * Validates a point that a service returned. Its id must begin with the id of the service and a colon, so that no two
 * services have the same point.
 * @returns Null for an invalid point.
 */
function toPointOf({ id }: PickupPointService, point: unknown): PickupPoint | null {
  const { data } = PickupPoint.safeParse(point);
  return data?.id.startsWith(`${id}:`) ? data : null;
}

function assertDistinct(names: readonly string[]): void {
  if (new Set(names).size !== names.length)
    throw new Error(`two pickup point services share an id or a service code: ${names.join(', ')}`);
}
