import { describe, expect, test } from 'vitest';
import { findImageIds, resolveSectionConfig } from '#server/api/site/resolve-config.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';

const image = (id: number): Image => ({
  id,
  name: '',
  alt: '',
  externalId: null,
  externalType: null,
  externalPath: null,
  url: `/image/${id}?v=0`,
  width: 1,
  height: 1,
  tint: '#000000',
});
const images = new Map([
  [1, image(1)],
  [2, image(2)],
]);
const inEnglish = (text: Localized) => (typeof text === 'string' ? text : (text.en ?? ''));

describe('resolveSectionConfig', () => {
  test.each([
    ['replaces an image id by the image', { hero: { image: 1 } }, { hero: image(1) }],
    [
      'replaces image ids in lists',
      { slides: [{ picture: { image: 1 } }, { picture: { image: 2 } }] },
      { slides: [{ picture: image(1) }, { picture: image(2) }] },
    ],
    ['replaces the id of a missing image by null', { hero: { image: 9 } }, { hero: null }],
    ['keeps an object with more keys than image', { hero: { image: 1, link: '/' } }, { hero: { image: 1, link: '/' } }],
    ['keeps an image that is no id', { hero: { image: 'views/x.webp' } }, { hero: { image: 'views/x.webp' } }],
    [
      'replaces a localised text by the text in the language',
      { title: { fr_FR: 'Bonjour', en: 'Hello' } },
      { title: 'Hello' },
    ],
    [
      'keeps an object with more keys than languages',
      { title: { en: 'Hello', size: 'big' } },
      { title: { en: 'Hello', size: 'big' } },
    ],
    [
      'keeps empty objects, numbers and null',
      { a: {}, b: 3, c: null, d: [1, 'x'] },
      { a: {}, b: 3, c: null, d: [1, 'x'] },
    ],
  ])('%s', (_, config, expected) => expect(resolveSectionConfig(config, images, inEnglish)).toEqual(expected));

  test('findImageIds returns every image id', () =>
    expect(findImageIds({ a: { image: 1 }, b: [{ c: { image: 2 } }, { image: 3, more: true }] })).toEqual([1, 2]));
});
