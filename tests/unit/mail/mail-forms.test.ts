import { describe, expect, test } from 'vitest';
import { DeliveryError, describeFailure } from '#server/api/mail/delivery-fault.ts';
import { formatSender, parseSender, requireMailAddress, toHeaderValue } from '#server/api/mail/mail-address.ts';
import { renderHtmlMail } from '#server/api/mail/mail-html.ts';
import { renderPlainMail, wrapText } from '#server/api/mail/mail-plain.ts';
import { mailTexts } from '#server/api/mail/mail-texts.ts';

const branding = {
  name: 'Domaine d’Essai',
  origin: 'https://essai.example',
  address: '1 rue des Vignes',
  phone: '05 00 00 00 01',
  email: 'bonjour@essai.example',
  timeZone: 'Europe/Paris',
  colours: {
    paper: '#eeeeee',
    card: '#ffffff',
    foot: '#333333',
    ink: '#999999',
    primary: '#ffff00',
    accent: '#00ffff',
  },
};
const texts = mailTexts('fr_FR', 'Europe/Paris');

describe('lines of text', () => {
  test('are broken at spaces, and at none that hold words together', () => {
    const text =
      'Le prix de la bouteille est de 12,50\u00a0€ et le port de 9,90\u00a0€ pour la France entière\u202f: merci';
    for (const line of wrapText(text, '', 40).split('\n')) expect(line.length).toBeLessThanOrEqual(40);
    expect(wrapText(text, '', 40).replaceAll('\n', ' ')).toBe(text);
    expect(wrapText(text, '', 40)).not.toMatch(/\d\n€/);
  });

  test('keep addresses whole', () => {
    const address = `https://essai.example/${'x'.repeat(100)}`;
    expect(wrapText(`voir ${address} ici`)).toBe(`voir\n${address}\nici`);
  });

  test('keep the breaks that were written', () => expect(wrapText('a\n\nb')).toBe('a\n\nb'));
});

describe('the text form', () => {
  const text = renderPlainMail(
    {
      blocks: [
        { kind: 'heading', text: 'Commande' },
        {
          kind: 'lines',
          lines: [{ name: 'Cabernet', details: '6 × 12,50\u00a0€', amount: '75,00\u00a0€' }],
          sums: [
            ['Livraison', '9,90\u00a0€'],
            ['Total', '84,90\u00a0€'],
          ],
        },
        { kind: 'facts', rows: [['Adresse', '1 rue\n75011 Paris']] },
        { kind: 'link', label: 'Voir', href: 'https://essai.example/x' },
      ],
    },
    branding,
    texts,
  );

  test('has amounts at one edge', () => {
    const amounts = text.split('\n').filter((line) => line.endsWith('€') && !line.startsWith(' '));
    expect(amounts).toHaveLength(3);
    expect(new Set(amounts.map((line) => line.length))).toEqual(new Set([72]));
  });

  test('has everything in it', () => {
    for (const part of [
      'Commande\n========',
      'Adresse\u202f:\n  1 rue\n  75011 Paris',
      'Voir\nhttps://essai.example/x',
    ])
      expect(text).toContain(part);
  });
});

test('colours that could not be read are moved until they can', () => {
  const html = renderHtmlMail({ subject: 'x', blocks: [{ kind: 'text', text: 'y' }] }, branding, texts);
  expect(html).not.toContain('color:#999999');
  expect(html).not.toContain('color:#ffff00;text-decoration');
});

describe('the head', () => {
  test.each([
    ['a\r\nb', 'a b'],
    ['a\u2028b\u0000c', 'a b c'],
    ['  a \t b ', 'a b'],
    ['invoice\u202etxt.exe', 'invoice txt.exe'],
  ])('%j is one line', (given, line) => expect(toHeaderValue(given)).toBe(line));

  test('a sender is read as it was written', () => {
    const sender = { name: 'Château "Le\r\n Clos", fils', address: 'a@b.example' };
    expect(parseSender(formatSender(sender))).toEqual({ name: 'Château Le Clos, fils', address: 'a@b.example' });
  });

  test.each(['a@b', 'a.b+c@d.example', 'é@château.example'])('%s is an address', (address) =>
    expect(requireMailAddress(address)).toBe(address),
  );
});

test.each([
  [
    Object.assign(new Error('x'), { code: 'EENVELOPE', response: '550 <anne@c.example> unknown' }),
    'EENVELOPE: 550 <…> unknown',
  ],
  [new Error('cannot connect smtp://me:secret@mail.example'), 'cannot connect smtp://mail.example'],
  [new DeliveryError('it took too long'), 'it took too long'],
  ['no error', 'unknown'],
])('a reason names nobody: %s', (error, reason) => expect(describeFailure(error)).toBe(reason));
