import { useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useLinkToken } from '#client/core/navigation.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import { useApiForm } from '#client/core/use-api-form.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { passwordLengthLimits } from '#shared/accounts/password.ts';
import css from './Accounts.module.css';
import { createAccountFieldRules } from './create-account-field-rules.ts';
import { PasswordField } from './PasswordField.tsx';

export const loader = createTitleLoader('invitation.title');

export function Page({ data: { title } }: { data: TitleData }) {
  const { t } = useTexts();
  const token = useLinkToken();
  const [isAccepted, setAccepted] = useState(false);
  const check = useQuery((signal) => callApi('POST /staff/invitation/check', { body: { token }, signal }), [token]);
  const isExpired = check.error !== undefined && [400, 422].includes(check.error.status);
  const invitation = check.data;
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title}>
        {invitation && !isAccepted && <p>{t(`invitation.lead.${invitation.role}`, { email: invitation.email })}</p>}
      </PageTitleHeader>
      <NoScriptNotice />
      <div className={css.narrow}>
        {check.isLoading && <p role="status">{t('invitation.loading')}</p>}
        <FormMessage kind="failure">
          {check.error && isExpired && <p>{t('invitation.expired')}</p>}
          {check.error && !isExpired && (
            <>
              <p>{describeCallError(check.error, t)}</p>
              <Button look="text" onClick={check.reload}>
                {t('site.error.retry')}
              </Button>
            </>
          )}
        </FormMessage>
        {invitation && !isAccepted && !invitation.hasAccount && (
          <InvitedStaffAccountForm token={token} onDone={() => setAccepted(true)} />
        )}
        {invitation && !isAccepted && invitation.hasAccount && (
          <ExistingAccount token={token} isLoggedIn={invitation.isLoggedIn} onDone={() => setAccepted(true)} />
        )}
        <FormMessage kind="success">
          {isAccepted && (
            <FocusOnMount>
              <h2>{t('invitation.done')}</h2>
              <a href="/admin" data-reload="">
                {t('invitation.open')}
              </a>
            </FocusOnMount>
          )}
        </FormMessage>
      </div>
    </div>
  );
}

interface ExistingAccountProps {
  token: string;
  isLoggedIn: boolean;
  onDone: () => void;
}

function ExistingAccount({ token, isLoggedIn, onDone }: ExistingAccountProps) {
  const { t } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  if (!isLoggedIn)
    return (
      <>
        <p>{t('invitation.log-in')}</p>
        <div>
          <ButtonLink href={`/auth?return=${encodeURIComponent(`/auth/invitation/${token}`)}`}>
            {t('invitation.log-in.button')}
          </ButtonLink>
        </div>
      </>
    );
  const accept = async () => {
    setBusy(true);
    setFailure('');
    try {
      await callApi('POST /staff/invitation/accept', { body: { token, account: null } });
      onDone();
    } catch (error) {
      setFailure(describeCallError(error, t));
      setBusy(false);
    }
  };
  return (
    <>
      <FormMessage kind="failure">{failure}</FormMessage>
      <div>
        <Button isBusy={isBusy} onClick={accept}>
          {t('invitation.accept')}
        </Button>
      </div>
    </>
  );
}

function InvitedStaffAccountForm({ token, onDone }: { token: string; onDone: () => void }) {
  const texts = useTexts();
  const { t } = texts;
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  const form = useApiForm({
    defaults: { firstname: '', lastname: '', password: '' },
    fields: { 'account.firstname': 'firstname', 'account.lastname': 'lastname', 'account.password': 'password' },
    send: async (account) => {
      await callApi('POST /staff/invitation/accept', { body: { token, account } });
      onDone();
    },
  });
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <TextField
        label={t('accounts.field.firstname')}
        autoComplete="given-name"
        error={form.errorOf('firstname')}
        {...form.register('firstname', rules.required)}
      />
      <TextField
        label={t('accounts.field.lastname')}
        autoComplete="family-name"
        error={form.errorOf('lastname')}
        {...form.register('lastname', rules.required)}
      />
      <PasswordField
        label={t('accounts.field.password')}
        hint={t('accounts.field.password.hint', { min: passwordLengthLimits.min })}
        autoComplete="new-password"
        error={form.errorOf('password')}
        {...form.register('password', rules.password)}
      />
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
        {t('invitation.accept')}
      </Button>
    </form>
  );
}
