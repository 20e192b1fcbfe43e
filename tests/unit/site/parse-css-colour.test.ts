import { expect, it } from 'vitest';
import { resolveDocumentColours } from '#shared/site/brand-colours.ts';
import { parseCssColour } from '#shared/site/parse-css-colour.ts';

it.each([
  ['#3F5A2A', '#3f5a2a'],
  ['#fff', '#ffffff'],
  ['#1234', '#11223344'],
  ['#123456ff', '#123456'],
  ['white', '#ffffff'],
  ['RebeccaPurple', '#663399'],
  ['rgb(1,2,3)', '#010203'],
  ['rgb(1 2 3 / 50%)', '#01020380'],
  ['rgba(10%, 20%, 30%, .5)', '#1a334d80'],
  ['rgb(300, -5, 0)', '#ff0000'],
  ['hsl(120deg 100% 25%)', '#008000'],
  ['hsl(0.5turn, 50%, 50%)', '#40bfbf'],
  ['hsla(210, 50%, 40%, 1)', '#336699'],
  ['hsl(-30 100% 50%)', '#ff0080'],
])('parseCssColour reads %s as %s', (written, hex) => expect(parseCssColour(written)).toBe(hex));

it.each(['', '#12', '#12345', '#ggg', 'reddish', 'transparent', 'currentcolor', 'var(--primary)', 'rgb(1 2)'])(
  'parseCssColour reads no colour from %j',
  (written) => expect(parseCssColour(written)).toBeNull(),
);

it.each(['rgb(1deg 2 3)', 'rgb(1 2 3 4 5)', 'hsl(1% 2% 3%)', 'red;background:url(x)', `#${'f'.repeat(100_000)}`])(
  'parseCssColour reads no colour from %j',
  (written) => expect(parseCssColour(written)).toBeNull(),
);

it('resolveDocumentColours returns opaque hexadecimal colours for any theme', () => {
  const colours = resolveDocumentColours(
    {
      primary: 'hsl(0 0% 0% / 50%)',
      accent: '#1234',
      backgrounds: { paper: 'white', raised: '', footer: 'nonsense' },
      ink: 'black',
    },
    { ACCENT_COLOR: 'gold' },
  );
  expect(colours).toEqual({
    paper: '#ffffff',
    card: '#ffffff',
    foot: '#575757',
    ink: '#000000',
    primary: '#7f7f7f',
    accent: '#ffd700',
  });
});
