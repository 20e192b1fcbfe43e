import { useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumbOutsideTree } from '#client/core/breadcrumb.ts';
import { callApi } from '#client/core/call-api.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { createAlternatesAtPath } from '#client/core/page/create-alternates-at-path.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { useApiForm } from '#client/core/use-api-form.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from './Accounts.module.css';
import { createAccountFieldRules } from './create-account-field-rules.ts';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ shell, texts }) => {
  const title = texts.t('accounts.reset-ask');
  const alternates = createAlternatesAtPath(shell, '/password/reset/ask');
  return { status: 200, data: { title }, head: { title, alternates, hasNoIndex: true } };
};

export function Page({ data: { title } }: { data: Data }) {
  const { t } = useTexts();
  return (
    <div className="page">
      <PageTitleHeader crumbs={createBreadcrumbOutsideTree({ t }, '/auth', title)} title={title}>
        <p>{t('accounts.reset-ask.lead')}</p>
      </PageTitleHeader>
      <NoScriptNotice />
      <ResetRequestForm />
    </div>
  );
}

function ResetRequestForm() {
  const texts = useTexts();
  const { t } = texts;
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  const [sentTo, setSentTo] = useState('');
  const form = useApiForm({
    defaults: { identifier: '' },
    send: async (body) => {
      await callApi('PUT /password/reset/ask', { body });
      setSentTo(body.identifier.trim());
    },
  });
  return (
    <div className={css.narrow}>
      <FormMessage kind="success">
        {sentTo && (
          <FocusOnMount>
            <h2>{t('accounts.reset-ask.done')}</h2>
            <p>{t('accounts.reset-ask.done.text', { email: sentTo })}</p>
          </FocusOnMount>
        )}
      </FormMessage>
      {sentTo === '' && (
        <form className={css.form} onSubmit={form.submit} noValidate>
          <TextField
            label={t('accounts.field.email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            error={form.errorOf('identifier')}
            {...form.register('identifier', rules.email)}
          />
          <FormMessage kind="failure">{form.failure}</FormMessage>
          <div className={css.acts}>
            <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
              {t('accounts.reset-ask.submit')}
            </Button>
            <a href="/auth">{t('accounts.reset-ask.back')}</a>
          </div>
        </form>
      )}
    </div>
  );
}
