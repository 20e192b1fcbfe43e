import { describe, expect, test } from 'vitest';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { loader } from '#client/features/checkout/page/CheckoutPage.tsx';
import { englishTexts } from '#tests/components/render-in-app.tsx';

const responses: Record<string, object> = {
  'GET /company/address': {
    addresses: [{ id: 4, name: 'Clos', address: '1 rue', postalCode: '16100', city: 'Cognac' }],
  },
  'GET /payment/method': { methods: [], policySources: {} },
};

describe('loader of the checkout', () => {
  test('reads collection places and payment methods, and no parameters', async () => {
    const calls: string[] = [];
    const read = async (name: string) => {
      calls.push(name);
      return responses[name];
    };
    const args = { read, texts: englishTexts, shell: { pages: [], site: { alternates: [] } } } as unknown as LoaderArgs;
    const { data } = await loader(args);
    expect(data.shop).toEqual({
      collectionPlaces: [{ id: 4, name: 'Clos', address: '1 rue, 16100 Cognac' }],
      payments: [],
    });
    expect(calls.sort()).toEqual(Object.keys(responses));
  });
});
