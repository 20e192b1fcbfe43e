import { expect, test } from 'vitest';
import { formatClockTime } from '#shared/places/format-clock-time.ts';

test.each([
  ['09:00', '9\u00a0h', '9am'],
  ['09:30', '9\u00a0h\u00a030', '9.30am'],
  ['12:05', '12\u00a0h\u00a005', '12.05pm'],
  ['00:00', '0\u00a0h', '12am'],
  ['18:00', '18\u00a0h', '6pm'],
])('formatClockTime formats %s as %s in French and %s in English', (time, french, english) => {
  expect(formatClockTime(time, 'fr_FR')).toBe(french);
  expect(formatClockTime(time, 'en')).toBe(english);
});
