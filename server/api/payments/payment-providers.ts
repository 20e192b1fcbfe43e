import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mailTexts } from '#server/api/mail/mail-texts.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';
import type { PaymentProvider, PaymentTextContext } from './payment-provider.ts';

/** The registry of payment providers. */
export interface PaymentProviders {
  /** null where no provider has the id. */
  byId(id: string): PaymentProvider | null;
  /** null for a method whose provider has been removed. */
  forMethod(method: PaymentMethod): PaymentProvider | null;
  /** The methods that customers of the estate can choose, in the order of the registry. */
  offeredMethods(tx: SiteTx, context: PaymentTextContext): Promise<OrderPayment[]>;
  /** Reads the offered methods once. The result describes any method, including one that the estate no longer accepts. */
  readDescriptions(tx: SiteTx, context: PaymentTextContext): Promise<(method: PaymentMethod) => OrderPayment>;
}

/** @throws if two providers share an id or a method. */
export function createPaymentProviders(providers: readonly PaymentProvider[]): PaymentProviders {
  const byId = uniqueMap(providers.map((provider) => [provider.id, provider]));
  const byMethod = uniqueMap(providers.flatMap((provider) => provider.methods.map((method) => [method, provider])));
  const offeredMethods = async (tx: SiteTx, context: PaymentTextContext): Promise<OrderPayment[]> => {
    const offered: OrderPayment[] = [];
    for (const provider of providers) offered.push(...(await provider.offeredMethods(tx, context)));
    return offered;
  };
  return {
    byId: (id) => byId.get(id) ?? null,
    forMethod: (method) => byMethod.get(method) ?? null,
    offeredMethods,
    async readDescriptions(tx, context) {
      const offered = await offeredMethods(tx, context);
      return (method) => offered.find((payment) => payment.method === method) ?? withoutInstructions(method, context);
    },
  };
}

const withoutInstructions = (method: PaymentMethod, { lang }: PaymentTextContext): OrderPayment => ({
  method,
  label: mailTexts(lang, 'UTC').t(`payments.method.${method}`),
  instructions: '',
});

function uniqueMap(entries: readonly (readonly [string, PaymentProvider])[]): Map<string, PaymentProvider> {
  const map = new Map(entries);
  if (map.size !== entries.length) throw new Error('two payment providers share an id or a method');
  return map;
}
