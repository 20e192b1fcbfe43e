import { Alert, Box, MenuItem, Paper, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { findBracketPrice, findShippingRate } from '#shared/shipping/shipping.ts';
import { determineShippingZone, type ShippingZone, undeterminedZone } from '#shared/shipping/shipping-zone.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useCountries } from '../inputs/use-countries.ts';

/** A rate as the form contains it: the user may not have filled in all fields yet. */
interface EnteredRate {
  zones?: readonly string[] | null;
  brackets?: readonly ({ upTo?: number | null; price?: number | null } | null)[] | null;
}

type PreviewFee =
  | { result: 'fee'; price: number }
  /** A French postcode does not have five digits, no rate applies to the zone, or there are too many bottles. */
  | { result: 'noPostcode' | 'noRate' | 'tooManyBottles' };

/** Finds the fee in euros that the typed rates give for a shipment, without the free shipping of the site. */
export function findPreviewFee(entered: readonly EnteredRate[], zone: ShippingZone, bottles: number): PreviewFee {
  if (zone === undeterminedZone) return { result: 'noPostcode' };
  const rates = entered.map(({ zones, brackets }) => ({
    zones: zones ?? [],
    brackets: (brackets ?? []).flatMap((bracket) =>
      typeof bracket?.price === 'number' ? [{ upTo: bracket.upTo ?? null, price: bracket.price }] : [],
    ),
  }));
  const rate = findShippingRate({ rates }, zone, true);
  if (!rate) return { result: 'noRate' };
  const price = findBracketPrice(rate, bottles);
  return price === null ? { result: 'tooManyBottles' } : { result: 'fee', price };
}

/** Shows the fee that the rates in the form give for a destination and a number of bottles, before they are saved. */
export default function ShippingFeePreview(): ReactNode {
  const { t, euros } = useAdminTexts();
  const countries = useCountries();
  const rates = (useWatch({ name: 'rates' }) ?? []) as readonly EnteredRate[];
  const [country, setCountry] = useState('FR');
  const [postcode, setPostcode] = useState('');
  const [bottles, setBottles] = useState('6');
  const zone = determineShippingZone(country, postcode);
  const fee = findPreviewFee(rates, zone, Number(bottles));
  const choices = countries.length > 0 ? countries : [{ id: 'FR', name: 'France' }];
  return (
    <Paper variant="outlined" sx={{ p: 2, mt: 2, width: '100%' }}>
      <Typography variant="h3">{t('admin-selling.fee.title')}</Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {t('admin-selling.fee.help')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(11rem, 100%), 1fr))' }}>
        <TextField
          select
          label={t('admin-selling.fee.country')}
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          {choices.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('admin-selling.fee.postcode')}
          value={postcode}
          onChange={(event) => setPostcode(event.target.value)}
        />
        <TextField
          label={t('admin-selling.fee.bottles')}
          type="number"
          value={bottles}
          onChange={(event) => setBottles(event.target.value)}
          slotProps={{ htmlInput: { min: 1 } }}
        />
      </Box>
      <Alert severity={fee.result === 'fee' ? 'success' : 'info'} role="status" sx={{ mt: 1 }}>
        {fee.result === 'fee'
          ? t('admin-selling.fee.fee', { fee: euros(fee.price) })
          : t(`admin-selling.fee.${fee.result}`)}
      </Alert>
    </Paper>
  );
}
