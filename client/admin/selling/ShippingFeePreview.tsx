import { Alert, Box, MenuItem, Paper, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useCountries } from '../inputs/use-countries.ts';
import { type EnteredRate, findPreviewFee } from './find-preview-fee.ts';

/** Shows the fee that the rates in the form give for a destination and a number of bottles, before they are saved. */
export function ShippingFeePreview(): ReactNode {
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
