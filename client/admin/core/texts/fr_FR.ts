import type { TextFile } from '../admin-texts.ts';

/** The panel's texts in French by the path of their file. */
export default import.meta.glob<TextFile>('/shared/texts/fr_FR/admin*.json', {
  import: 'default',
  eager: true,
});
