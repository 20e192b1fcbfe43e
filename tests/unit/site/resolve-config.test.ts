import { describe, expect, test } from 'vitest';
import { imageIdsIn, resolveConfig } from '#server/api/site/resolve-config.ts';
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

describe('a configuration', () => {
  test.each([
    ['a picture by its id', { hero: { image: 1 } }, { hero: image(1) }],
    [
      'pictures in lists',
      { slides: [{ picture: { image: 1 } }, { picture: { image: 2 } }] },
      { slides: [{ picture: image(1) }, { picture: image(2) }] },
    ],
    ['a picture that is gone', { hero: { image: 9 } }, { hero: null }],
    [
      'an object that has more than the key image',
      { hero: { image: 1, link: '/' } },
      { hero: { image: 1, link: '/' } },
    ],
    ['an image that is no id', { hero: { image: 'views/x.webp' } }, { hero: { image: 'views/x.webp' } }],
    ['a text in one of its languages', { title: { fr_FR: 'Bonjour', en: 'Hello' } }, { title: 'Hello' }],
    [
      'an object with languages and more',
      { title: { en: 'Hello', size: 'big' } },
      { title: { en: 'Hello', size: 'big' } },
    ],
    ['an empty object, numbers, null', { a: {}, b: 3, c: null, d: [1, 'x'] }, { a: {}, b: 3, c: null, d: [1, 'x'] }],
  ])('%s', (_, config, expected) => expect(resolveConfig(config, images, inEnglish)).toEqual(expected));

  test('every picture in it is found', () =>
    expect(imageIdsIn({ a: { image: 1 }, b: [{ c: { image: 2 } }, { image: 3, more: true }] })).toEqual([1, 2]));
});
