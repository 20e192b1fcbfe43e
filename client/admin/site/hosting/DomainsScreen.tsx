import ContentCopy from '@mui/icons-material/ContentCopy';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  InputAdornment,
  MenuItem,
  Stack,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Lang } from '#shared/languages.ts';
import type { DnsTxtRecord } from '#shared/response-envelope.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { LoadFailure } from '../../core/LoadFailure.tsx';
import { StandaloneScreenFrame } from '../../resources/StandaloneScreenFrame.tsx';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { KeptHostingNotice } from './KeptHostingNotice.tsx';
import { type HostingSaveResult, useHosting, useLanguageName } from './use-hosting.ts';

interface DomainRowProps extends Pick<ReturnType<typeof useHosting>, 'isBusy' | 'save'> {
  hosting: HostingView;
  domain: HostingView['domains'][number];
}

interface EditDomainDialogProps extends Pick<ReturnType<typeof useHosting>, 'isBusy' | 'save'> {
  hosting: HostingView;
  domain: HostingView['domains'][number];
  onClose: () => void;
}

function EditDomainDialog({ hosting, domain, isBusy, save, onClose }: EditDomainDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const id = useId();
  const [values, setValues] = useState({ name: domain.name, lang: domain.lang });
  const [record, setRecord] = useState<DnsTxtRecord | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...values, revision: hosting.revision, isCanonical: domain.isCanonical };
    const message = t('admin-site.domains.changed', { domain: values.name });
    const params = { key: domain.name };
    const { isSaved, missingRecord } = await save('PUT /admin/domain/{key}', { params, body }, message);
    if (isSaved) onClose();
    else if (missingRecord) setRecord(missingRecord);
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form onSubmit={submit}>
        <DialogTitle id={id}>{t('admin-site.domains.edit.title', { domain: domain.name })}</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <DomainFields
              {...values}
              languages={hosting.languages}
              isLanguageFixed={domain.isCanonical}
              onChange={(change) => {
                setValues({ ...values, ...change });
                if (change.name !== undefined) setRecord(null);
              }}
            />
            {record && <DomainVerificationRecord domain={values.name} record={record} />}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('admin-site.domains.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {t(record ? 'admin-site.domains.proof.check' : 'admin-site.domains.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function DomainRow({ hosting, domain, ...saving }: DomainRowProps): ReactNode {
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

interface AddDomainFormProps extends Pick<ReturnType<typeof useHosting>, 'isBusy' | 'save'> {
  hosting: HostingView;
}

/**
 * Form that adds a domain. The new domain redirects to the main domain of its language until it is made the main domain
 * itself.
 */
function AddDomainForm({ hosting, isBusy, save }: AddDomainFormProps): ReactNode {
  const { t } = useAdminTexts();
  const { revision, languages, defaultLang } = hosting;
  const [values, setValues] = useState({ name: '', lang: defaultLang });
  const [record, setRecord] = useState<DnsTxtRecord | null>(null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...values, revision, isCanonical: false };
    const message = t('admin-site.domains.added', { domain: values.name });
    const { isSaved, missingRecord } = await save('POST /admin/domain', { body }, message);
    if (isSaved) setValues({ ...values, name: '' });
    // After a failure for a reason other than a missing record, the record stays visible, because it is still needed.
    if (isSaved || missingRecord) setRecord(missingRecord);
  };
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ mt: 4, mb: 2 }}>
        {t('admin-site.domains.add.title')}
      </Typography>
      <Stack component="form" spacing={2} onSubmit={add}>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
          <DomainFields
            {...values}
            languages={languages}
            onChange={(change) => {
              setValues({ ...values, ...change });
              if (change.name !== undefined) setRecord(null);
            }}
          />
          {!record && (
            <Button type="submit" variant="contained" disabled={isBusy} sx={{ flexShrink: 0 }}>
              {t('admin-site.domains.add')}
            </Button>
          )}
        </Stack>
        {record && <DomainVerificationRecord domain={values.name} record={record} />}
        {record && (
          <Button type="submit" variant="contained" loading={isBusy} sx={{ alignSelf: 'start' }}>
            {t('admin-site.domains.proof.check')}
          </Button>
        )}
      </Stack>
    </>
  );
}

export default function DomainsScreen(): ReactNode {
  const { t } = useAdminTexts();
  const { hosting, isLoadingError, refetch, ...saving } = useHosting('GET /admin/domain');
  return (
    <StandaloneScreenFrame title={t('admin-site.domains.title')} help={t('admin-site.domains.help')}>
      {isLoadingError && <LoadFailure onRetry={refetch} />}
      {hosting && (
        <>
          <KeptHostingNotice {...saving} resource="domain" hosting={hosting} />
          <Box component="ul" sx={{ p: 0, listStyle: 'none' }}>
            {hosting.domains.map((domain) => (
              <DomainRow key={domain.name} {...saving} hosting={hosting} domain={domain} />
            ))}
          </Box>
          <AddDomainForm {...saving} hosting={hosting} />
          <DnsRecords domain={hosting.domains.find(({ isCanonical }) => isCanonical)?.name ?? ''} />
        </>
      )}
    </StandaloneScreenFrame>
  );
}

function DnsRecords({ domain }: { domain: string }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Alert severity="info" sx={{ mt: 3 }}>
      <AlertTitle>{t('admin-site.domains.dns.title')}</AlertTitle>
      <p>{t('admin-site.domains.dns.subdomain', { domain })}</p>
      <p>{t('admin-site.domains.dns.apex', { domain })}</p>
      <p>{t('admin-site.domains.dns.certificate')}</p>
    </Alert>
  );
}

interface DomainFieldsProps {
  name: string;
  lang: Lang;
  languages: readonly Lang[];
  /** True if the language is fixed, because other domains redirect to this one. */
  isLanguageFixed?: boolean;
  onChange: (change: { name?: string; lang?: Lang }) => void;
}

function DomainFields({ name, lang, languages, isLanguageFixed, onChange }: DomainFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  const nameLanguage = useLanguageName();
  return (
    <>
      <TextField
        label={t('admin-site.domains.name')}
        required
        fullWidth
        value={name}
        slotProps={{ htmlInput: { maxLength: 300, autoCapitalize: 'none', spellCheck: false } }}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {languages.length > 1 && (
        <TextField
          select
          label={t('admin-site.domains.language')}
          value={lang}
          disabled={isLanguageFixed ?? false}
          onChange={({ target }) => onChange({ lang: target.value as Lang })}
          sx={{ minWidth: 180 }}
        >
          {languages.map((each) => (
            <MenuItem key={each} value={each}>
              {nameLanguage(each)}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}

interface DomainVerificationRecordProps {
  /** The domain as it was typed. */
  domain: string;
  record: DnsTxtRecord;
}

/** Shows the DNS record that proves control of a domain, and explains where to create it. */
function DomainVerificationRecord({ domain, record }: DomainVerificationRecordProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <Alert severity="warning">
        <AlertTitle>{t('admin-site.domains.proof.title', { domain })}</AlertTitle>
        {t('admin-site.domains.proof.text')}
      </Alert>
      <CopyField label={t('admin-site.domains.proof.name')} value={record.name} />
      <CopyField label={t('admin-site.domains.proof.value')} value={record.value} />
    </>
  );
}

/** A text that can be copied but not changed. */
function CopyField({ label, value }: { label: string; value: string }): ReactNode {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify('admin-site.domains.proof.copied', { type: 'success' });
    } catch {
      // The clipboard is missing without HTTPS, and the user can deny access to it.
      notify('admin-site.domains.proof.copyFailed', { type: 'warning' });
    }
  };
  const name = t('admin-site.domains.proof.copy', { field: label });
  const button = (
    <InputAdornment position="end">
      <Tooltip title={name}>
        <IconButton aria-label={name} onClick={copy} edge="end">
          <ContentCopy />
        </IconButton>
      </Tooltip>
    </InputAdornment>
  );
  return (
    <TextField
      label={label}
      value={value}
      fullWidth
      multiline
      onFocus={({ target }) => target.select()}
      slotProps={{ input: { readOnly: true, endAdornment: button } }}
    />
  );
}
