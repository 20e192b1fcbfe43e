import { describe, expect, test } from 'vitest';
import { coverSize, coverSizes } from '#client/ui/cover-sizes.ts';
import { createPicturePreload } from '#client/ui/Picture.tsx';

const picture = (width: number, height: number) => ({ url: '/image/7?v=3fa94c1e', alt: '', tint: '', width, height });
const landscape = picture(1600, 900);
const portrait = picture(900, 1600);

describe('coverSize', () => {
  test('is the width of the box for a picture that is cut off above and below', () => {
    expect(coverSize(portrait, '94vw', 3 / 2)).toBe('94vw');
  });

  test('is wider than the box for a picture that is cut off at its sides', () => {
    expect(coverSize(landscape, '94vw', 4 / 5)).toBe('calc(94vw * 2.23)');
  });

  test('depends on the height of a box that has a height of its own', () => {
    expect(coverSize(landscape, '100vw', 'clamp(15rem, 52svh, 34rem)')).toBe(
      'max(100vw, clamp(15rem, 52svh, 34rem) * 1.78)',
    );
  });
});

test('coverSizes changes the width for each width of the window', () => {
  expect(coverSizes(landscape, '(min-width: 960px) 40vw, 94vw', 4 / 3)).toBe(
    '(min-width: 960px) calc(40vw * 1.34), calc(94vw * 1.34)',
  );
});

describe('createPicturePreload', () => {
  test('has the sources of a picture that scales with the window', () => {
    expect(createPicturePreload(picture(500, 400), '50vw')).toEqual({
      imageSrcSet: [128, 192, 320, 640].map((w) => `/image/7?v=3fa94c1e&w=${w} ${w}w`).join(', '),
      imageSizes: '50vw',
    });
  });

  test('has both densities of a small picture', () => {
    expect(createPicturePreload(landscape, 112)).toEqual({
      imageSrcSet: '/image/7?v=3fa94c1e&w=128, /image/7?v=3fa94c1e&w=256 2x',
      imageSizes: undefined,
    });
  });
});
