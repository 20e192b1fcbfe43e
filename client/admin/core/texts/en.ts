import type { TextFile } from '../admin-texts.ts';

/** The panel's texts in English by the path of their file. */
export default import.meta.glob<TextFile>('/shared/texts/en/admin*.json', { import: 'default', eager: true });
