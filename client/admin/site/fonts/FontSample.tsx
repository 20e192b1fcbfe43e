import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';

interface FontSampleProps {
  /** Value of `font-family`. */
  fontFamily: string;
  weight?: number;
  style?: 'normal' | 'italic';
}

/** Shows a sample of a font with texts of the estate: a title, a text, accents, digits and a price. */
export function FontSample({ fontFamily, weight = 400, style = 'normal' }: FontSampleProps): ReactNode {
  const { t, euros } = useAdminTexts();
  const { siteName, lang } = useAdminConfig();
  const { name, summary, price } = useSampleProduct();
  const font = { fontFamily, fontWeight: weight, fontStyle: style };
  return (
    <Box role="group" aria-label={t('admin-site.fonts.sample')} lang={lang.slice(0, 2)} sx={sample}>
      <Typography sx={{ ...font, fontSize: '1.75rem', lineHeight: 1.25 }}>{siteName}</Typography>
      <Typography sx={{ ...font, fontSize: '1.25rem' }}>{name}</Typography>
      <Typography sx={font}>{summary || t('admin-site.fonts.sample-text')}</Typography>
      <Typography sx={font}>{t('admin-site.fonts.sample-accents')}</Typography>
      <Typography sx={font}>{`0123456789 · 75 cl · ${euros(price)}`}</Typography>
    </Box>
  );
}

const sample = {
  p: 2,
  my: 1,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  overflowWrap: 'anywhere',
};

/** The price in a sample while the estate has no product, in euros. */
const samplePrice = 12.5;

function useSampleProduct(): { name: string; summary: string; price: number } {
  const { lang, languages } = useAdminConfig();
  const { data: [product] = [] } = useGetList('product', { pagination: { page: 1, perPage: 1 } });
  const pick = (text: unknown) => resolveLocalized(text as Localized | undefined, lang, languages[0] ?? lang);
  const [variant] = (product?.variants ?? []) as { price?: number }[];
  return { name: pick(product?.name), summary: pick(product?.summary), price: variant?.price ?? samplePrice };
}
