import { getLanguageRecord, type Lang } from '../languages.ts';

/** Formats a time `HH:MM` in a language: `09:30` → `9 h 30` in French, `9.30am` in English. */
export function formatClockTime(time: string, lang: Lang): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return getLanguageRecord(lang).formatClock(hours, minutes);
}
