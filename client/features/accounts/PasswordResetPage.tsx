import { useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumbOutsideTree } from '#client/core/breadcrumb.ts';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useLinkToken } from '#client/core/navigation.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import { useApiForm } from '#client/core/use-api-form.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { passwordLengthLimits } from '#shared/accounts/password.ts';
import css from './Accounts.module.css';
import { createAccountFieldRules } from './create-account-field-rules.ts';
import { PasswordField } from './PasswordField.tsx';
import { useSessionStore } from './session.tsx';

export const loader = createTitleLoader('accounts.reset');

/** Page that the link in the password reset mail opens. Without a token it offers to request a link. */
export function Page({ data: { title } }: { data: TitleData }) {
  const { t } = useTexts();
  const token = useLinkToken();
  const [result, setResult] = useState<'done' | 'expired' | null>(null);
  const check = useQuery(
    token === '' ? null : (signal) => callApi('POST /password/reset/check', { body: { token }, signal }),
    [token],
  );
  const isExpired = check.error !== undefined && [400, 422].includes(check.error.status);
  const state = result ?? (isExpired ? 'expired' : check.isLoading ? 'loading' : 'open');
  return (
    <div className="page">
      <PageTitleHeader crumbs={createBreadcrumbOutsideTree({ t }, '/auth', title)} title={title}>
        {state === 'open' && <p>{t(token === '' ? 'accounts.reset.no-token' : 'accounts.reset.lead')}</p>}
      </PageTitleHeader>
      <NoScriptNotice />
      <div className={css.narrow}>
        {state === 'loading' && <p role="status">{t('accounts.reset.loading')}</p>}
        {state === 'open' && token !== '' && <ResetForm token={token} onEnd={setResult} />}
        <FormMessage kind="success">
          {state === 'done' && (
            <FocusOnMount>
              <h2>{t('accounts.reset.done')}</h2>
              <p>{t('accounts.reset.done.text')}</p>
              <ButtonLink href="/auth">{t('accounts.login.submit')}</ButtonLink>
            </FocusOnMount>
          )}
        </FormMessage>
        <FormMessage kind="info">
          {state === 'expired' && (
            <FocusOnMount>
              <h2>{t('accounts.reset.failed')}</h2>
              <p>{t('accounts.reset.failed.text')}</p>
            </FocusOnMount>
          )}
        </FormMessage>
        {(state === 'expired' || token === '') && (
          <div>
            <ButtonLink href="/password/reset/ask">{t('accounts.reset.again')}</ButtonLink>
          </div>
        )}
      </div>
    </div>
  );
}

function ResetForm({ token, onEnd }: { token: string; onEnd: (state: 'done' | 'expired') => void }) {
  const texts = useTexts();
  const { t } = texts;
  const session = useSessionStore();
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  const form = useApiForm({
    defaults: { password: '' },
    send: async ({ password }) => {
      try {
        await callApi('PUT /password/reset', { body: { token, password } });
      } catch (error) {
        const isAboutPassword = error instanceof ApiCallError && error.errors.password !== undefined;
        if (!(error instanceof ApiCallError) || isAboutPassword || ![400, 422].includes(error.status)) throw error;
        onEnd('expired');
        return;
      }
      session.getState().end();
      onEnd('done');
    },
  });
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <PasswordField
        label={t('accounts.field.new-password')}
        hint={t('accounts.field.password.hint', { min: passwordLengthLimits.min })}
        autoComplete="new-password"
        error={form.errorOf('password')}
        {...form.register('password', rules.password)}
      />
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
        {t('accounts.reset.submit')}
      </Button>
    </form>
  );
}
