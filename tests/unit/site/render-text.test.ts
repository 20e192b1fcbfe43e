import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '#server/api/site/render-text.ts';

const render = (markdown: string) => renderMarkdown(markdown, () => null);

function measureMs(text: string): number {
  const start = performance.now();
  render(text);
  return performance.now() - start;
}

describe('renderMarkdown', () => {
  test('renders emphasis, also in many paragraphs', () => {
    expect(render('Un **grand** vin, _rond_.')).toBe('<p>Un <strong>grand</strong> vin, <em>rond</em>.</p>');
    const paragraphs = Array.from({ length: 400 }, () => '**a** _b_').join('\n\n');
    expect(render(paragraphs).match(/<strong>a<\/strong> <em>b<\/em>/g)).toHaveLength(400);
  });

  test('shows the marks of a paragraph that has thousands of them', () => {
    expect(render('_a'.repeat(2_000))).toBe(`<p>${'_a'.repeat(2_000)}</p>`);
  });

  test('reads nested quotations', () => {
    expect(render('> a\n>> b')).toContain('<blockquote>\n<p>b</p>');
  });

  test.each(['_a', '***a', '*a*b', '> ', '>', '- - ', '[a](', '![', '<', '`a``'])(
    'takes time in proportion to the length of a text of many %j',
    (part) => {
      const textOf = (length: number) => part.repeat(Math.ceil(length / part.length));
      measureMs(textOf(8_000));
      const short = Math.min(measureMs(textOf(8_000)), measureMs(textOf(8_000)));
      // Quadratic time would grow by 256 for a text that is 16 times as long.
      expect(measureMs(textOf(128_000))).toBeLessThan(100 * short + 500);
    },
  );
});
