import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { ProductImportChange, ProductImportCheck } from '#shared/admin/product-import-export-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';

/** The table of the changes that an import would make. */
export function ImportChanges({ changes, changeCount }: ProductImportCheck): ReactNode {
  const { t } = useAdminTexts();
  if (changes.length === 0) return null;
  return (
    <>
      <Table size="small" aria-label={t('admin-catalogue.import.changes')} sx={changeTable}>
        <TableHead>
          <TableRow>
            <TableCell>{t('admin-catalogue.import.product')}</TableCell>
            <TableCell>{t('admin-catalogue.import.field')}</TableCell>
            <TableCell>{t('admin-catalogue.import.values')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one response are never reordered
            <ChangeRow key={index} change={change} />
          ))}
        </TableBody>
      </Table>
      {changeCount > changes.length && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {t('admin-catalogue.import.more', { shown: changes.length, count: changeCount })}
        </Typography>
      )}
    </>
  );
}

/** Columns of fixed width, and breaks within words, keep the table within a narrow screen. */
const changeTable = {
  mt: 2,
  tableLayout: 'fixed',
  '& td, & th': { px: { xs: 0.5, sm: 2 }, overflowWrap: 'anywhere', verticalAlign: 'top' },
};

function ChangeRow({ change: { line, product, variant, field, before, after } }: ChangeRowProps): ReactNode {
  const { t } = useAdminTexts();
  const translate = useTranslate();
  const source = field?.replace(/^variant\./, 'variants.');
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {product}
        <Detail>{variant}</Detail>
        <Detail>{t('admin-catalogue.import.line', { line })}</Detail>
      </TableCell>
      <TableCell>
        {field === null ? '–' : translate(`resources.product.fields.${source}`, { _: field })}
        <Detail>{field}</Detail>
      </TableCell>
      <TableCell>
        {field === null ? (
          t(`admin-catalogue.import.${variant === null ? 'newProduct' : 'newVariant'}`)
        ) : (
          <span>
            <Box component="del" sx={{ color: 'text.secondary' }}>
              {before || t('admin-catalogue.import.empty')}
            </Box>
            {' → '}
            <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
              {after || t('admin-catalogue.import.empty')}
            </Box>
          </span>
        )}
      </TableCell>
    </TableRow>
  );
}

interface ChangeRowProps {
  change: ProductImportChange;
}

const Detail = ({ children }: { children: ReactNode }): ReactNode =>
  children && (
    <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
