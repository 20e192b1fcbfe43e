import { describe, expect, test } from 'vitest';
import { createCalendarTexts } from '#client/features/checkout/delivery/CollectionCalendar.tsx';
import checkout from '#shared/texts/fr_FR/checkout.json' with { type: 'json' };
import { createTextsWithLazyDomains } from '#shared/texts.ts';
import { frenchDictionary } from '#tests/support/fixtures/dictionary.ts';

const monday = new Date(2026, 10, 16);
const french = createCalendarTexts(
  createTextsWithLazyDomains('fr_FR', { ...frenchDictionary, checkout }, 'Europe/Paris'),
);

describe('createCalendarTexts', () => {
  test('names months and weekdays in the language of the page', () => {
    expect(french.formatters?.formatCaption?.(monday)).toBe('novembre 2026');
    expect(french.formatters?.formatWeekdayName?.(monday)).toBe('lu');
    expect(french.labels?.labelWeekday?.(monday)).toBe('lundi');
    expect(french.weekStartsOn).toBe(1);
  });

  test('labels a day with its date, today and the selection', () => {
    const labelOf = (modifiers: Record<string, boolean>) => french.labels?.labelDayButton?.(monday, modifiers);
    expect(labelOf({})).toBe('lundi 16 novembre 2026');
    expect(labelOf({ today: true, selected: true })).toBe('Aujourd’hui, lundi 16 novembre 2026, sélectionné');
  });
});
