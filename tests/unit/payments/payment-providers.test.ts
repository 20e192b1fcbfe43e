import { describe, expect, test } from 'vitest';
import { offlinePaymentProvider } from '#server/api/payments/payment-provider.ts';
import { createPaymentProviders } from '#server/api/payments/payment-providers.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { createFakePaymentProvider } from '#tests/support/fixtures/fake-payment-provider.ts';

describe('createPaymentProviders', () => {
  test('finds a provider by its id and by its method', () => {
    const provider = createFakePaymentProvider();
    const providers = createPaymentProviders([provider]);
    expect(providers.byId('fake-pay')).toBe(provider);
    expect(providers.forMethod('TRANSFER')).toBe(provider);
    expect(providers.byId('arranged')).toBeNull();
    expect(providers.forMethod('CHEQUE')).toBeNull();
  });

  test('rejects two providers with one method or one id', () => {
    expect(() => createPaymentProviders([offlinePaymentProvider, createFakePaymentProvider()])).toThrow(/share/);
    expect(() => createPaymentProviders([offlinePaymentProvider, { ...offlinePaymentProvider, methods: [] }])).toThrow(
      /share/,
    );
  });

  test('merges the jobs of its providers, and rejects a job without the id of its provider', () => {
    const { online, ...provider } = createFakePaymentProvider();
    expect(Object.keys(createPaymentProviders([{ ...provider, online }]).tasks)).toEqual(['fake-pay:refund']);
    const renamed = { ...online, tasks: { refund: async () => {} } };
    expect(() => createPaymentProviders([{ ...provider, online: renamed }])).toThrow(/fake-pay:…/);
  });

  test.each([
    'https://pay.example; script-src *',
    "'unsafe-inline'",
    '*',
    'http://pay.example',
    'https://pay.example/js',
  ])('rejects the policy source %s', (source) => {
    const { online, ...provider } = createFakePaymentProvider();
    const malformed = { ...online, policySources: { script: [source] } };
    expect(() => createPaymentProviders([{ ...provider, online: malformed }])).toThrow(/malformed origin/);
  });

  test('every payment method has a provider in the API', async () => {
    const { apiProviders } = await import('#server/api/api-providers.ts');
    expect(paymentMethods.filter((method) => apiProviders.payments.forMethod(method) === null)).toEqual([]);
  });
});
