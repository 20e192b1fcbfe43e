import { type Lang, webLanguage } from '../languages.ts';

/** A time of day `HH:MM` as one writes it: `09:30` → `9 h 30` in French, `9.30am` in English. */
export function clockText(time: string, lang: Lang): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const padded = String(minutes).padStart(2, '0');
  if (webLanguage[lang].startsWith('fr')) return `${hours}\u00a0h${minutes ? `\u00a0${padded}` : ''}`;
  const half = hours < 12 ? 'am' : 'pm';
  return `${hours % 12 || 12}${minutes ? `.${padded}` : ''}${half}`;
}
