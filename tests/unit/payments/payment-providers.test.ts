import { describe, expect, test } from 'vitest';
import { arrangedPayment } from '#server/api/payments/arranged-payment.ts';
import { createPaymentProviders } from '#server/api/payments/payment-providers.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { fakePaymentProvider } from '#tests/support/fixtures/fake-payment-provider.ts';

describe('the registry of payment providers', () => {
  test('finds a provider by its id and by its method', () => {
    const provider = fakePaymentProvider();
    const providers = createPaymentProviders([provider]);
    expect(providers.byId('fake-pay')).toBe(provider);
    expect(providers.forMethod('TRANSFER')).toBe(provider);
    expect(providers.byId('arranged')).toBeNull();
    expect(providers.forMethod('CHEQUE')).toBeNull();
  });

  test('rejects two providers with one method or one id', () => {
    expect(() => createPaymentProviders([arrangedPayment, fakePaymentProvider()])).toThrow(/share/);
    expect(() => createPaymentProviders([arrangedPayment, { ...arrangedPayment, methods: [] }])).toThrow(/share/);
  });

  test('has a provider for every method of the platform', async () => {
    const { apiProviders } = await import('#server/api/api-providers.ts');
    expect(paymentMethods.filter((method) => apiProviders.payments.forMethod(method) === null)).toEqual([]);
  });
});
