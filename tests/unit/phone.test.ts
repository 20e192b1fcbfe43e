import { describe, expect, test } from 'vitest';
import { PhoneOrEmpty } from '#shared/accounts/account-fields.ts';
import { isPhone, listPhoneLinks, normalizePhone } from '#shared/phone.ts';

const paris = 'Europe/Paris';

test.each(['+33 5 45 00 00 00', '05.45.00.00.00', '(05) 45-00-00', '123456', '05 46 12 34 56 (poste 12)'])(
  'isPhone accepts %j',
  (phone) => expect(isPhone(phone)).toBe(true),
);

test.each(['', '12345', 'abcdef', '05 45 x', '++33545000000', '05 46 12 34 56 / x'])('isPhone refuses %j', (phone) =>
  expect(isPhone(phone)).toBe(false),
);

test.each([
  ['06\u00a012\u00a034\u00a056\u00a078', '06 12 34 56 78'],
  ['06\u202f12\u202f34\u202f56\u202f78', '06 12 34 56 78'],
  ['\u202a+33 6 12 34 56 78\u202c', '+33 6 12 34 56 78'],
  ['\u2068+33612345678\u2069', '+33612345678'],
  ['\u200e0612345678', '0612345678'],
  ['0612345678\u200b', '0612345678'],
  ['06\u201112\u201134\u201156\u201178', '06-12-34-56-78'],
  ['06\u201312\u201334\u201356\u201378', '06-12-34-56-78'],
  ['\uff10\uff16\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18', '0612345678'],
  ['tel:+33612345678', '+33612345678'],
])('a pasted number %j is folded to %j and accepted', (pasted, folded) => {
  expect(normalizePhone(pasted)).toBe(folded);
  expect(PhoneOrEmpty.parse(pasted)).toBe(folded);
});

describe('listPhoneLinks', () => {
  test.each([
    ['05 36 49 40 40', paris, ['tel:+33536494040']],
    ['05 36 49 40 40', 'America/Montreal', ['tel:0536494040']],
    ['020 7946 0000', 'Europe/London', ['tel:+442079460000']],
    ['06 698 12345', 'Europe/Rome', ['tel:+390669812345']],
    ['+33 5 36 49 24 10', paris, ['tel:+33536492410']],
    ['00 33 5 36 49 24 10', paris, ['tel:+33536492410']],
    ['+33 (0)5 46 12 34 56', paris, ['tel:+33546123456']],
    ['+44 (0)20 7946 0000', paris, ['tel:+442079460000']],
    ['05 46 12 34 56 / 06 12 34 56 78', paris, ['tel:+33546123456', 'tel:+33612345678']],
    ['05 46 12 34 56 ou 06 12 34 56 78', paris, ['tel:+33546123456', 'tel:+33612345678']],
    ['05/46/12/34/56', paris, ['tel:+33546123456']],
    ['05 46 12 34 56 (poste 12)', paris, ['tel:+33546123456;ext=12']],
    ['3631', paris, ['tel:3631']],
    ['', paris, []],
  ])('links %j in %s to %j', (phone, timeZone, hrefs) =>
    expect(listPhoneLinks(phone, timeZone).map(({ href }) => href)).toEqual(hrefs),
  );

  test('keeps each number as it is written', () =>
    expect(listPhoneLinks('05 46 12 34 56 / 06 12 34 56 78', paris).map(({ text }) => text)).toEqual([
      '05 46 12 34 56',
      '06 12 34 56 78',
    ]));
});
