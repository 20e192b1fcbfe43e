import { describe, expect, it } from 'vitest';
import { proposeAuthorName, summariseRatingCounts } from '#shared/reviews/review-rules.ts';

describe('summariseRatingCounts', () => {
  it.each<[string, [number, number][], number | null, number, number[]]>([
    ['no reviews', [], null, 0, [0, 0, 0, 0, 0]],
    ['one review', [[5, 1]], 5, 1, [0, 0, 0, 0, 1]],
    [
      'an average that rounds down',
      [
        [4, 2],
        [5, 1],
      ],
      4.3,
      3,
      [0, 0, 0, 2, 1],
    ],
    [
      'an average that rounds up',
      [
        [4, 1],
        [5, 2],
      ],
      4.7,
      3,
      [0, 0, 0, 1, 2],
    ],
    [
      'all ratings',
      [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
        [5, 1],
      ],
      3,
      5,
      [1, 1, 1, 1, 1],
    ],
    [
      'ratings between two integers',
      [
        [4.5, 1],
        [3.4, 1],
      ],
      4,
      2,
      [0, 0, 1, 0, 1],
    ],
  ])('rounds the average of %s to one decimal', (_, counts, average, count, distribution) => {
    expect(summariseRatingCounts(new Map(counts))).toEqual({ average, count, distribution });
  });
});

describe('proposeAuthorName', () => {
  it.each([
    ['Camille', 'Vignaud', 'Camille V.'],
    ['Élodie', 'édouard', 'Élodie É.'],
    [' Ada ', '', 'Ada'],
    ['', 'Martin', 'M.'],
    ['', '', ''],
  ])('proposes for “%s” “%s” the name “%s”', (firstname, lastname, expected) => {
    expect(proposeAuthorName(firstname, lastname)).toBe(expected);
  });
});
