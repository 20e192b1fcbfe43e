import { describe, expect, it } from 'vitest';
import { findContrastWarnings } from '#shared/site/find-contrast-warnings.ts';

const theme = {
  primary: '#3f5a2a',
  accent: '#8a5a00',
  backgrounds: { paper: '#ffffff', raised: '#ffffff', footer: '#203010' },
  ink: '#1c1b16',
  menu: { background: '#ffffff', ink: '#1c1b16', current: '#3f5a2a' },
};

describe('findContrastWarnings', () => {
  it('finds nothing in a readable theme', () => {
    expect(findContrastWarnings(theme)).toEqual([]);
  });

  it('names the pair with its ratio and the ratio that it needs', () => {
    const warnings = findContrastWarnings({ ...theme, ink: '#767676', menu: { ...theme.menu, current: '#ffff00' } });
    expect(warnings).toEqual([
      { colour: 'ink', background: 'backgrounds.paper', minRatio: 7, ratio: expect.closeTo(4.54, 2) },
      { colour: 'menu.current', background: 'menu.background', minRatio: 4.5, ratio: expect.closeTo(1.07, 2) },
    ]);
  });

  it('leaves out colours that are empty, incomplete or unknown', () => {
    expect(findContrastWarnings({ ...theme, primary: '', accent: '#ff', ink: 'whitish' })).toEqual([]);
  });
});
