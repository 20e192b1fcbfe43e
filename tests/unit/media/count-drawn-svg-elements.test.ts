import { describe, expect, test } from 'vitest';
import { countDrawnSvgElements } from '#server/api/media/inspect-image.ts';
import { inspectMedia } from '#server/api/media/inspect-media.ts';

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

/** Creates an SVG in which each level refers ten times to the level below. */
const nestedUses = (levels: number, reference: (id: string) => string) => {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="l${level + 1}">${reference(`l${level}`).repeat(10)}</g>`,
  );
  return svg(`<defs><path id="l0" d="M0 0h9"/>${groups.join('')}</defs>${reference(`l${levels}`)}`);
};

describe('countDrawnSvgElements', () => {
  test('counts elements without references once', () => {
    expect(countDrawnSvgElements(svg('<g><path d="M0"></path><rect /></g>'))).toBe(5);
  });

  test.each([
    ['use', (id: string) => `<use href="#${id}"></use>`],
    ['a namespaced use', (id: string) => `<use xlink:href="#${id}"/>`],
    ['a fill', (id: string) => `<rect fill="url(#${id})"/>`],
    ['a quoted mask', (id: string) => `<rect mask="url(&quot;#${id}&quot;)"/>`],
  ])('multiplies nested references: %s', (_, reference) => {
    expect(countDrawnSvgElements(nestedUses(4, reference))).toBeGreaterThan(10_000);
    expect(countDrawnSvgElements(nestedUses(1, reference))).toBeLessThan(100);
  });

  test('returns Infinity for a cycle and for endless nesting', () => {
    expect(countDrawnSvgElements(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'))).toBe(Infinity);
    expect(countDrawnSvgElements(svg(`${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`))).toBe(Infinity);
  });
});

describe('inspectMedia', () => {
  test('refuses an SVG of nested references before rendering it', async () => {
    const bytes = Buffer.from(nestedUses(8, (id) => `<use href="#${id}"/>`));
    // The first call starts the process that draws.
    await inspectMedia('logo.svg', Buffer.from(svg('<rect/>')), 40);
    const start = performance.now();
    expect(await inspectMedia('logo.svg', bytes, 40)).toContain('draws more than');
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('accepts an SVG with a few references', async () => {
    const bytes = Buffer.from(nestedUses(2, (id) => `<use href="#${id}"/>`));
    expect(await inspectMedia('logo.svg', bytes, 40)).toMatchObject({ kind: 'image', type: 'image/svg+xml' });
  });
});
