import { Box, Button, Chip, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { EditDomainDialog } from './EditDomainDialog.tsx';
import { type HostingSaveResult, type useHosting, useLanguageName } from './use-hosting.ts';

interface DomainRowProps extends Pick<ReturnType<typeof useHosting>, 'isBusy' | 'save'> {
  hosting: HostingView;
  domain: HostingView['domains'][number];
}

/** One domain with its language, the domain to which it redirects, and the possible actions. */
export function DomainRow({ hosting, domain, ...saving }: DomainRowProps): ReactNode {
  const { t } = useAdminTexts();
  const nameLanguage = useLanguageName();
  const [open, setOpen] = useState<'makeMain' | 'remove' | 'edit' | null>(null);
  const { name, lang, isCanonical, isCurrent } = domain;
  const main = hosting.domains.find((other) => other.isCanonical && other.lang === lang)?.name ?? '';
  const explanation = isCanonical
    ? t('admin-site.domains.main.hint')
    : t('admin-site.domains.redirects', { domain: main });
  const run = async (saving: Promise<HostingSaveResult>) => {
    if ((await saving).isSaved) setOpen(null);
  };
  const params = { key: name };
  const makeMain = () => {
    const body = { name, lang, revision: hosting.revision, isCanonical: true };
    return saving.save('PUT /admin/domain/{key}', { params, body }, t('admin-site.domains.changed', { domain: name }));
  };
  const remove = () => {
    const input = { params, query: { revision: hosting.revision } };
    return saving.save('DELETE /admin/domain/{key}', input, t('admin-site.domains.removed', { domain: name }));
  };
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 1.5, borderBottom: '1px solid #ddd' }}
    >
      <Box sx={{ flex: '1 1 18rem', minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {name} {isCanonical && <Chip size="small" label={t('admin-site.domains.main')} />}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {[nameLanguage(lang), explanation, isCurrent ? t('admin-site.domains.current') : '']
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      {!isCanonical && <Button onClick={() => setOpen('makeMain')}>{t('admin-site.domains.makeMain')}</Button>}
      {!isCurrent && <Button onClick={() => setOpen('edit')}>{t('admin-site.domains.edit')}</Button>}
      {!isCanonical && !isCurrent && (
        <Button color="error" onClick={() => setOpen('remove')}>
          {t('admin-site.domains.remove')}
        </Button>
      )}
      {open === 'edit' && (
        <EditDomainDialog {...saving} hosting={hosting} domain={domain} onClose={() => setOpen(null)} />
      )}
      {(open === 'makeMain' || open === 'remove') && (
        <ConfirmActionDialog
          question={t(`admin-site.domains.${open}.question`, { domain: name })}
          consequence={t(`admin-site.domains.${open}.consequence`, { domain: name })}
          action={t(`admin-site.domains.${open}`)}
          isBusy={saving.isBusy}
          onConfirm={() => run(open === 'remove' ? remove() : makeMain())}
          onClose={() => setOpen(null)}
        />
      )}
    </Box>
  );
}
