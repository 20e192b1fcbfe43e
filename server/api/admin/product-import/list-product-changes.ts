import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';

export interface ProductChangeFormat {
  pickLanguage: PickLocalizedText;
  decimalMark: '.' | ',';
}
