import type { Texts } from '#shared/texts.ts';

interface BoxContent {
  name: string;
  quantity: number;
  year: number | null;
}

/** Formats the contents of a box as `2 × Merlot 2021, 1 × Rosé 2023`. The text is empty for other products. */
export const formatBoxContents = (contents: readonly BoxContent[], { t, number }: Texts): string =>
  contents
    .map(({ name, quantity, year }) =>
      [t('catalogue.product.quantity', { n: number(quantity) }), name, year].filter(Boolean).join(' '),
    )
    .join(', ');
