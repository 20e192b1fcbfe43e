import { describe, expect, test } from 'vitest';
import { normaliseMediaUrl } from '#server/storefront/gateway/media-gateway.ts';

describe('normaliseMediaUrl', () => {
  test.each([
    '/image/7?w=640&format=webp&v=3fa94c1e',
    '/image/7?v=3fa94c1e&format=webp&w=640',
    '/image/7?format=webp&%77=640&v=3fa94c1e',
    '/image/%37?w=640&format=webp&v=3fa94c1e',
    '/image/7?w=%36%34%30&format=webp&v=3fa94c1e&',
  ])('gives %s the same form as every other spelling', (url) => {
    expect(normaliseMediaUrl(url)).toBe('/image/7?format=webp&v=3fa94c1e&w=640');
  });

  test.each([
    ['/file/3/Mulish%20Bold.woff2?v=1&x=2&y=3', '/file/3/Mulish%20Bold.woff2?v=1'],
    ['/file/3/a.mp4?', '/file/3/a.mp4'],
    ['/file/3/a%2Fb.mp4', '/file/3/a%2Fb.mp4'],
    // The API refuses these URLs, and the storefront must forward them unchanged.
    ['/image/7?w=640&x=1', '/image/7?w=640&x=1'],
    ['/image/%ff?w=640', '/image/%ff?w=640'],
    ['/image/7?w=640&w=320', '/image/7?w=640&w=320'],
  ])('turns %s into %s', (url, normalized) => {
    expect(normaliseMediaUrl(url)).toBe(normalized);
  });
});
