import { describe, expect, test } from 'vitest';
import { encodeHydrationJson } from '#client/ssr/render-page.tsx';

const page = (data: unknown) =>
  ({ status: 200, head: { title: 'Vins', jsonLd: [{ '@type': 'Thing' }] }, policySources: {}, data }) as never;
const serialize = (data: unknown) => Buffer.concat(encodeHydrationJson('WINE', page(data))).toString();
const parse = (data: unknown) => JSON.parse(`{${serialize(data)}}`);

describe('encodeHydrationJson', () => {
  test('equals JSON.stringify without structured data and policy', () => {
    const data = {
      path: '/vins',
      missing: undefined,
      none: null,
      total: 2,
      cards: [{ id: 1 }, { id: 2, note: undefined }],
    };
    expect(parse(data)).toEqual({
      kind: 'WINE',
      page: { status: 200, head: { title: 'Vins' }, data: JSON.parse(JSON.stringify(data)) },
    });
  });

  test('leaves out html at every depth', () => {
    const data = {
      html: '<p>a</p>',
      sections: [{ kind: 'html', html: '<p>b</p>' }],
      text: { html: '<p>c</p>', title: 'd' },
    };
    expect(parse(data).page.data).toEqual({ sections: [{ kind: 'html' }], text: { title: 'd' } });
  });

  test('leaves out the parts of product cards that the document shows', () => {
    const cards = [{ id: 6, stock: [], shown: { name: 'Rosé' } }];
    expect(parse({ cards, product: { recommended: cards } }).page.data).toEqual({
      cards: [{ id: 6, stock: [] }],
      product: { recommended: [{ id: 6, stock: [] }] },
    });
  });

  test.each([undefined, null, 'text', [1, 2], {}])('serializes the data %j', (data) => {
    expect(parse(data).page.data).toEqual(data);
  });

  test('escapes what could end the script element, also in an array that is serialized again', () => {
    const cards = [{ name: '</script><script>alert(1)\u2028' }];
    for (const json of [serialize({ cards }), serialize({ cards })]) {
      expect(json).not.toMatch(/<|\u2028/);
      expect(JSON.parse(`{${json}}`).page.data.cards).toEqual(cards);
    }
  });

  test('reuses the bytes of a long array between other fields', () => {
    const cards = Array.from({ length: 200 }, (_, id) => ({ id, name: 'Pinot noir – rosé' }));
    for (const heading of ['Nos vins', 'Rosés']) {
      const data = { heading, cards, missing: undefined, total: cards.length };
      expect(parse(data).page.data).toEqual({ heading, cards, total: cards.length });
    }
    const [first, second] = [1, 2].map(() => encodeHydrationJson('WINE', page({ cards })));
    expect(first?.some((part) => part.length > 1_000 && second?.includes(part))).toBe(true);
  });

  test('reuses the JSON of a frozen object, and serializes any other object again', () => {
    const jsonReads = { frozen: 0, changing: 0 };
    const frozen = Object.freeze({ toJSON: () => `read ${++jsonReads.frozen}` });
    const changing = { toJSON: () => `read ${++jsonReads.changing}` };
    const [first, second] = [1, 2].map(() => parse({ frozen, changing }).page.data);
    expect(second.frozen).toBe(first.frozen);
    expect(second.changing).not.toBe(first.changing);
  });
});
