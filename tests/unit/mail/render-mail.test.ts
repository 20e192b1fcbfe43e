import { describe, expect, test } from 'vitest';
import { createMailTexts } from '#server/api/mail/mail-content.ts';
import { renderHtmlOfMail } from '#server/api/mail/render-mail.ts';
import { insertLineBreaksIntoText, renderPlainTextOfMail } from '#server/api/mail/render-plain-text-of-mail.ts';

const branding = {
  name: 'Domaine d’Essai',
  origin: 'https://essai.example',
  address: '1 rue des Vignes',
  phone: '05 00 00 00 01',
  email: 'bonjour@essai.example',
  company: 'SCEA Essai · RCS Saintes 000 400 044',
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
const texts = createMailTexts('fr_FR', 'Europe/Paris');

describe('insertLineBreaksIntoText', () => {
  test('breaks lines at spaces and not at no-break spaces', () => {
    const text =
      'Le prix de la bouteille est de 12,50\u00a0€ et le port de 9,90\u00a0€ pour la France entière\u00a0: merci';
    for (const line of insertLineBreaksIntoText(text, '', 40).split('\n')) expect(line.length).toBeLessThanOrEqual(40);
    expect(insertLineBreaksIntoText(text, '', 40).replaceAll('\n', ' ')).toBe(text);
    expect(insertLineBreaksIntoText(text, '', 40)).not.toMatch(/\d\n€/);
  });

  test('does not break addresses', () => {
    const address = `https://essai.example/${'x'.repeat(100)}`;
    expect(insertLineBreaksIntoText(`voir ${address} ici`)).toBe(`voir\n${address}\nici`);
  });

  test('keeps line breaks', () => expect(insertLineBreaksIntoText('a\n\nb')).toBe('a\n\nb'));
});

describe('renderPlainTextOfMail', () => {
  const text = renderPlainTextOfMail(
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

  test('aligns amounts on the right', () => {
    const amounts = text.split('\n').filter((line) => line.endsWith('€') && !line.startsWith(' '));
    expect(amounts).toHaveLength(3);
    expect(new Set(amounts.map((line) => line.length))).toEqual(new Set([72]));
  });

  test('contains the mentions of the company', () => expect(text).toContain(branding.company));

  test('contains headings, facts and links', () => {
    for (const part of [
      'Commande\n========',
      'Adresse\u00a0:\n  1 rue\n  75011 Paris',
      'Voir\nhttps://essai.example/x',
    ])
      expect(text).toContain(part);
  });
});

test('renderHtmlOfMail adjusts unreadable colours', () => {
  const html = renderHtmlOfMail({ subject: 'x', blocks: [{ kind: 'text', text: 'y' }] }, branding, texts);
  expect(html).not.toContain('color:#999999');
  expect(html).toContain(branding.company);
  expect(html).not.toContain('color:#ffff00;text-decoration');
});
