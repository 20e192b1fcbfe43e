import { asc } from 'drizzle-orm';
import { heldRead } from '#server/api/changes/held-reads.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { JobTask } from '#server/api/jobs/task-list.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { type CspSources, isCspOrigin, mergeCspSources } from '#shared/csp-sources.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { type PaymentMethod, paymentMethods } from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { type PaymentProvider, readPaymentSecret } from './payment-provider.ts';
import { acceptedPaymentMethods } from './payments-tables.ts';

type LabelKey = `method.${PaymentMethod}`;

/** The labels of methods that the estate no longer offers, for orders that were placed with them. */
const labels = readTextsByLanguage<LabelKey, string>(
  'admin-choices',
  paymentMethods.map((method): LabelKey => `method.${method}`),
);

export interface PaymentDescriptionLanguage {
  lang: Lang;
  pickLanguage: (text: Localized) => string;
}

interface OfferedPaymentMethods {
  methods: PaymentMethodDescription[];
  policySources: CspSources;
}

export interface PaymentProviders {
  /** Finds a provider by its id; null if there is none. */
  byId(id: string): PaymentProvider | null;
  /** Finds the provider of a payment method; null if the provider has been removed. */
  forMethod(method: PaymentMethod): PaymentProvider | null;
  tasks: Readonly<Record<string, JobTask>>;
  /**
   * Reads the methods that customers can choose, in the estate's order, and the origins that the page needs for them.
   */
  readOffer(tx: SiteTx, context: PaymentDescriptionLanguage): Promise<OfferedPaymentMethods>;
  /**
   * Reads the offered methods once, and returns a function that describes any method, including one that the estate no
   * longer accepts.
   */
  readDescriptions(
    tx: SiteTx,
    context: PaymentDescriptionLanguage,
  ): Promise<(method: PaymentMethod) => PaymentMethodDescription>;
}

/** Reads the payment methods that the estate accepts, sorted by the position that the estate has chosen. */
const readPaymentMethods = heldRead(
  'payment methods',
  preparedRead((db) =>
    db
      .select()
      .from(acceptedPaymentMethods)
      .orderBy(asc(acceptedPaymentMethods.position), asc(acceptedPaymentMethods.method)),
  ),
);

/** @throws Error if two providers share an id or a method, or if an origin or the name of a job is malformed. */
export function createPaymentProviders(providers: readonly PaymentProvider[]): PaymentProviders {
  for (const provider of providers) checkProvider(provider);
  const byId = uniqueMap(providers.map((provider) => [provider.id, provider]));
  const byMethod = uniqueMap(providers.flatMap((provider) => provider.methods.map((method) => [method, provider])));
  const toPaymentMethodDescription = (
    method: PaymentMethod,
    label: string,
    instructions: string,
  ): PaymentMethodDescription => ({
    method,
    label,
    instructions,
    isOnline: byMethod.get(method)?.online !== undefined,
  });
  const readOffer = async (
    tx: SiteTx,
    { pickLanguage }: PaymentDescriptionLanguage,
  ): Promise<OfferedPaymentMethods> => {
    const methods: PaymentMethodDescription[] = [];
    const sources: CspSources[] = [];
    for (const { method, label, instructions } of await readPaymentMethods(tx)) {
      const provider = byMethod.get(method);
      if (!provider || !(await canTakePayments(tx, provider))) continue;
      methods.push(toPaymentMethodDescription(method, pickLanguage(label), pickLanguage(instructions)));
      if (provider.online) sources.push(provider.online.policySources);
    }
    return { methods, policySources: mergeCspSources(...sources) };
  };
  return {
    byId: (id) => byId.get(id) ?? null,
    forMethod: (method) => byMethod.get(method) ?? null,
    tasks: Object.assign({}, ...providers.map(({ online }) => online?.tasks)),
    readOffer,
    async readDescriptions(tx, context) {
      const { methods } = await readOffer(tx, context);
      return (method) =>
        methods.find((payment) => payment.method === method) ??
        toPaymentMethodDescription(method, labels[context.lang][`method.${method}`], '');
    },
  };
}

/**
 * Checks whether the estate can receive payments with a provider. Online payments need the estate's keys at the
 * provider.
 */
const canTakePayments = async (tx: SiteTx, { id, online }: PaymentProvider): Promise<boolean> =>
  online === undefined || (await readPaymentSecret(tx, id)) !== null;

function checkProvider({ id, online }: PaymentProvider): void {
  const origins = Object.values(online?.policySources ?? {}).flatMap((list) => list ?? []);
  if (!origins.every(isCspOrigin)) throw new Error(`malformed origin in policySources: ${origins.join(', ')}`);
  const foreign = Object.keys(online?.tasks ?? {}).find((name) => !name.startsWith(`${id}:`));
  if (foreign !== undefined) throw new Error(`the job "${foreign}" must be named "${id}:…"`);
}

function uniqueMap(entries: readonly (readonly [string, PaymentProvider])[]): Map<string, PaymentProvider> {
  const map = new Map(entries);
  if (map.size !== entries.length) throw new Error('two payment providers share an id or a method');
  return map;
}
