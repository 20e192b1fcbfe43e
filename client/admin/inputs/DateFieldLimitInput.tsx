import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { DateInput, type InputProps, SelectInput, useInput } from 'react-admin';
import { toLocalDay } from '#shared/places/local-time.ts';
import { useAdminConfig } from '../core/admin-context.tsx';
import { useChoiceFormatter } from './use-choice-formatter.ts';

const today = 'today';

/** Edits a limit of a date field: no limit, the day on which the form is filled in, or a fixed day. */
export function DateFieldLimitInput({ source }: Pick<InputProps, 'source'>): ReactNode {
  const { field } = useInput({ source });
  const { timeZone } = useAdminConfig();
  const label = useChoiceFormatter('day');
  const isFixed = typeof field.value === 'string' && field.value !== '' && field.value !== today;
  const choices = [today, 'fixed'].map((id) => ({ id, name: label(id) }));
  return (
    <Box>
      <SelectInput
        source={source}
        choices={choices}
        translateChoice={false}
        helperText={false}
        format={(value: unknown) => (value && value !== today ? 'fixed' : (value ?? ''))}
        parse={(value: unknown) => (value === 'fixed' ? toLocalDay(Date.now(), timeZone) : value)}
      />
      {isFixed && <DateInput source={source} label="" helperText={false} />}
    </Box>
  );
}
