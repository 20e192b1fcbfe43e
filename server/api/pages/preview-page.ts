import type { Localized } from '#shared/localized.ts';
import type { PreviewSectionRow } from './parse-draft-sections-for-preview.ts';

export interface PreviewContent {
  title: Localized;
  image: number | null;
  sections: PreviewSectionRow[];
}
