import { describe, expect, it } from 'vitest';
import { cleanPastedHtml } from '#client/admin/inputs/clean-pasted-html.ts';

const item = (marker: string, text: string, level = 1) =>
  `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>${marker}<span>&nbsp;&nbsp;</span></span></span><![endif]>${text}</p>`;

const textOf = (html: string) => html.replace(/<!--.*?-->|<\/?span>/g, '');

describe('a text that is pasted from Word', () => {
  it('keeps its bullets and numbers as lists, also nested ones', () => {
    const { html } = cleanPastedHtml(
      `<p>Avant</p>${item('·', 'Premier')}${item('o', 'Dedans', 2)}${item('·', '<b>Second</b>')}<p>Puis</p>${item('1.', 'Un')}${item('2.', 'Deux')}`,
    );
    expect(textOf(html)).toBe(
      '<p>Avant</p><ul><li><p>Premier</p><ul><li><p>Dedans</p></li></ul></li><li><p><b>Second</b></p></li></ul>' +
        '<p>Puis</p><ol><li><p>Un</p></li><li><p>Deux</p></li></ol>',
    );
  });

  it('turns each row of a table into a line with separators', () => {
    const table =
      '<table><tr><td><p>Cuvée</p></td><td><p>12,50 €</p></td></tr><tr><td>Merlot</td><td></td></tr></table>';
    expect(cleanPastedHtml(`<p>Tarif</p>${table}`).html).toBe('<p>Tarif</p><p>Cuvée | 12,50 €</p><p>Merlot | </p>');
  });

  it('says whether a picture was left out', () => {
    expect(cleanPastedHtml('<p>Chai<img src="file:///c:/a.png"></p>')).toEqual({
      html: '<p>Chai</p>',
      hasPicture: true,
    });
    expect(cleanPastedHtml('<p>Chai</p>').hasPicture).toBe(false);
  });
});
