import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { ArrayInput, SimpleFormIterator, useTranslateLabel } from 'react-admin';
import { AddEntryButton } from './AddEntryButton.tsx';
import { useChoiceFormatter } from './use-choice-formatter.ts';

interface ListsByKeyInputProps {
  source: string;
  /** The fixed keys, such as the weekdays. */
  keys: readonly string[];
  /** The inputs of one entry. */
  children: ReactNode;
}

/** A list of entries for each of some fixed keys, such as the opening hours of each weekday. */
export function ListsByKeyInput({ source, keys, children }: ListsByKeyInputProps): ReactNode {
  const label = useTranslateLabel()({ source });
  const keyLabel = useChoiceFormatter(source);
  return (
    <Box component="fieldset" sx={fieldsetStyle}>
      <Typography component="legend" variant="subtitle2" sx={{ px: 1 }}>
        {label}
      </Typography>
      {keys.map((key) => (
        <ArrayInput key={key} source={`${source}.${key}`} label={keyLabel(key)} helperText={false}>
          <SimpleFormIterator fullWidth disableReordering disableClear addButton={<AddEntryButton />}>
            {children}
          </SimpleFormIterator>
        </ArrayInput>
      ))}
    </Box>
  );
}

const fieldsetStyle = {
  // Two short inputs, such as times, fit beside each other on a phone.
  '--field-width': '8.5rem',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  width: '100%',
  minWidth: 0,
  my: 1,
  p: 2,
};
