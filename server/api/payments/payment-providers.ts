import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts } from '#server/api/mail/mail-texts.ts';
import { type CspSources, isCspSource, mergeCspSources } from '#shared/csp-sources.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';
import type { PaymentProvider, PaymentTextContext } from './payment-provider.ts';

export interface OfferedPayments {
  methods: OrderPayment[];
  policySources: CspSources;
}

/** The registry of all payment providers. */
export interface PaymentProviders {
  /** Finds a provider by its id; null if there is none. */
  byId(id: string): PaymentProvider | null;
  /** Finds the provider of a payment method; null if the provider has been removed. */
  forMethod(method: PaymentMethod): PaymentProvider | null;
  /** Reads the payment methods that the estate offers its customers, ordered by provider. */
  offeredMethods(tx: SiteTx, context: PaymentTextContext): Promise<OrderPayment[]>;
  /** Reads the offered payment methods, and the third-party origins that the checkout page needs for them. */
  readOffer(tx: SiteTx, context: PaymentTextContext): Promise<OfferedPayments>;
  /**
   * Reads the offered methods once, and returns a function that describes any method, including one that the estate no
   * longer accepts.
   */
  readDescriptions(tx: SiteTx, context: PaymentTextContext): Promise<(method: PaymentMethod) => OrderPayment>;
}

/**
 * Creates the registry.
 * @throws Error if two providers share an id or a method, or if an origin in `policySources` is malformed.
 */
export function createPaymentProviders(providers: readonly PaymentProvider[]): PaymentProviders {
  const origins = providers.flatMap(({ policySources }) => Object.values(policySources).flatMap((list) => list ?? []));
  if (!origins.every(isCspSource)) throw new Error(`malformed origin in policySources: ${origins.join(', ')}`);
  const byId = uniqueMap(providers.map((provider) => [provider.id, provider]));
  const byMethod = uniqueMap(providers.flatMap((provider) => provider.methods.map((method) => [method, provider])));
  const readOffer = async (tx: SiteTx, context: PaymentTextContext): Promise<OfferedPayments> => {
    const methods: OrderPayment[] = [];
    const sources: CspSources[] = [];
    for (const provider of providers) {
      const offered = await provider.offeredMethods(tx, context);
      if (offered.length > 0) sources.push(provider.policySources);
      methods.push(...offered);
    }
    return { methods, policySources: mergeCspSources(...sources) };
  };
  const offeredMethods = async (tx: SiteTx, context: PaymentTextContext) => (await readOffer(tx, context)).methods;
  return {
    byId: (id) => byId.get(id) ?? null,
    forMethod: (method) => byMethod.get(method) ?? null,
    offeredMethods,
    readOffer,
    async readDescriptions(tx, context) {
      const offered = await offeredMethods(tx, context);
      return (method) => offered.find((payment) => payment.method === method) ?? withoutInstructions(method, context);
    },
  };
}

const withoutInstructions = (method: PaymentMethod, { lang }: PaymentTextContext): OrderPayment => ({
  method,
  label: createMailTexts(lang, 'UTC').t(`payments.method.${method}`),
  instructions: '',
});

function uniqueMap(entries: readonly (readonly [string, PaymentProvider])[]): Map<string, PaymentProvider> {
  const map = new Map(entries);
  if (map.size !== entries.length) throw new Error('two payment providers share an id or a method');
  return map;
}
