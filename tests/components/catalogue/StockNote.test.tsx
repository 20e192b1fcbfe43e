import { describe, expect, test } from 'vitest';
import { StockNote } from '#client/features/catalogue/StockNote/StockNote.tsx';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';

const available = { level: 'available', left: 80 } as const;

describe('StockNote', () => {
  test.each([
    ['no text for sufficient stock', <StockNote key="" stock={available} />, ''],
    [
      'sufficient stock on request',
      <StockNote key="" stock={available} isAlwaysShown />,
      t('catalogue.stock.available'),
    ],
    [
      'how many bottles are left',
      <StockNote key="" stock={{ level: 'low', left: 3 }} />,
      t('catalogue.stock.low', { count: 3 }),
    ],
    [
      'how many boxes are left',
      <StockNote key="" stock={{ level: 'low', left: 1 }} unit="box" />,
      t('catalogue.stock.low-box', { count: 1 }),
    ],
    ['that nothing is left', <StockNote key="" stock={{ level: 'out', left: 0 }} />, t('catalogue.stock.out')],
  ])('shows %s', (_, note, expected) => {
    expect(renderInApp(note).container.textContent).toBe(expected);
  });
});
