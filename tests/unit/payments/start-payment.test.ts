import type { FastifyBaseLogger } from 'fastify';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OnlinePaymentService } from '#server/api/payments/payment-provider.ts';
import {
  createPaymentStarter,
  maxConcurrentPaymentStarts,
  type PreparedPayment,
} from '#server/api/payments/start-payment.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { createFakePaymentProvider } from '#tests/support/fixtures/fake-payment-provider.ts';

const warn = vi.fn();
const log = { warn } as unknown as FastifyBaseLogger;
beforeEach(() => warn.mockReset());

const paymentWith = (
  start: OnlinePaymentService['start'],
  secret: PreparedPayment['secret'] = {},
): PreparedPayment => ({
  providerId: 'fake-pay',
  online: { ...createFakePaymentProvider().online, start },
  secret,
  order: {
    id: 1,
    number: '2026-00001',
    email: 'ada@mail.example',
    amount: 1_000,
    currency: 'EUR',
    lang: 'en',
    returnUrl: 'https://estate.example/checkout/done/1',
    webhookUrl: 'https://estate.example/api/payment/fake-pay/notify',
  },
});
const never = () => new Promise<never>(() => {});
const unavailable = { kind: 'unavailable' };

describe('createPaymentStarter', () => {
  test('returns that nothing is to be done for an offline payment', async () => {
    expect(await createPaymentStarter()(null, log)).toEqual({ kind: 'none' });
  });

  test('returns the page of the provider', async () => {
    const payment = paymentWith(async () => ok({ redirectUrl: 'https://pay.example/1' }));
    expect(await createPaymentStarter()(payment, log)).toEqual({ kind: 'redirect', url: 'https://pay.example/1' });
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([
    ['refuses', async () => refuse('provider_unavailable')],
    ['throws', async () => Promise.reject(new Error('connection refused'))],
    ['ignores the time limit', never],
    ['redirects to a URL that is not HTTPS', async () => ok({ redirectUrl: 'javascript:alert(1)' })],
    ['redirects to a malformed URL', async () => ok({ redirectUrl: 'https://' })],
  ] as const)('returns `unavailable` and logs when the provider %s', async (_, start) => {
    expect(await createPaymentStarter({ timeoutMs: 20 })(paymentWith(start), log)).toEqual(unavailable);
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ provider: 'fake-pay', order: '2026-00001' }),
      'payment start failed',
    );
  });

  test('returns `unavailable` without the keys of the estate', async () => {
    expect(await createPaymentStarter()(paymentWith(never, null), log)).toEqual(unavailable);
  });

  test('aborts the signal of the provider at the time limit', async () => {
    let aborted: AbortSignal | undefined;
    const start = createPaymentStarter({ timeoutMs: 20 });
    await start(
      paymentWith((_order, { signal }) => {
        aborted = signal;
        return never();
      }),
      log,
    );
    expect(aborted?.aborted).toBe(true);
  });

  test('limits the starts in progress at a provider, and not those at others', async () => {
    const gate = Promise.withResolvers<void>();
    const start = createPaymentStarter();
    const waiting = paymentWith(async () => {
      await gate.promise;
      return ok({ redirectUrl: 'https://pay.example/1' });
    });
    const running = Array.from({ length: maxConcurrentPaymentStarts }, () => start(waiting, log));
    expect(await start(waiting, log)).toEqual(unavailable);
    const other = paymentWith(async () => ok({ redirectUrl: 'https://other.example/1' }));
    expect(await start({ ...other, providerId: 'other-pay' }, log)).toMatchObject({ kind: 'redirect' });
    gate.resolve();
    expect((await Promise.all(running)).every(({ kind }) => kind === 'redirect')).toBe(true);
    expect(await start(waiting, log)).toMatchObject({ kind: 'redirect' });
  });
});
