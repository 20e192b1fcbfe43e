import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslateLabel, useWrappedSource } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useFieldText } from './use-field-text.ts';

interface FieldGroupProps {
  source: string;
  /** True if the item may lack the whole group. */
  isNullable: boolean;
  children: ReactNode;
}

/** Inputs for the fields of an object inside an item. A group that may be missing can be added and removed. */
export function FieldGroup({ source, isNullable, children }: FieldGroupProps): ReactNode {
  const { t } = useAdminTexts();
  const label = useTranslateLabel()({ source });
  const path = useWrappedSource(source);
  const addText = useFieldText('additions', source);
  const value: unknown = useWatch({ name: path });
  const { setValue } = useFormContext();
  const isMissing = isNullable && (value === null || value === undefined);
  const set = (next: object | null) => setValue(path, next, { shouldDirty: true });
  return (
    <Box
      component="fieldset"
      sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, width: '100%', my: 1, p: 2 }}
    >
      <Typography component="legend" variant="subtitle2" sx={{ px: 1 }}>
        {label}
      </Typography>
      {isMissing ? (
        <Button onClick={() => set({})}>{addText ?? t('admin.fieldGroup.add')}</Button>
      ) : (
        <>
          {children}
          {isNullable && <Button onClick={() => set(null)}>{t('admin.fieldGroup.remove')}</Button>}
        </>
      )}
    </Box>
  );
}
