import { useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useLinkToken } from '#client/core/navigation.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import { useApiForm } from '#client/core/use-api-form.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import css from './Accounts.module.css';
import { createAccountFieldRules } from './create-account-field-rules.ts';
import { MailLinkConfirmation } from './MailLinkConfirmation.tsx';

interface Data extends TitleData {
  /** The result that the server adds to the response to the button of a browser without scripts. */
  sent?: FormSubmissionResult;
}

export const loader = createTitleLoader('accounts.unsubscribe');

/**
 * Page on which newsletter subscriptions are ended without a log-in. It requests a mail with a link, and it is also the
 * target of that link.
 */
export function Page({ data: { title, sent } }: { data: Data }) {
  const { t } = useTexts();
  const token = useLinkToken();
  const [list, setList] = useState(sent?.answers.list?.[0] ?? '');
  if (token === '')
    return (
      <div className="page">
        <PageTitleHeader crumbs={[{ title }]} title={title}>
          <p>{t('accounts.unsubscribe.lead')}</p>
        </PageTitleHeader>
        <UnsubscriptionRequest sent={sent} />
      </div>
    );
  return (
    <MailLinkConfirmation
      title={title}
      intro={t('accounts.unsubscribe.ready')}
      confirmLabel={t('accounts.unsubscribe.confirm')}
      onConfirm={async () => setList((await callApi('PUT /newsletter/unsubscribe', { body: { token } })).list ?? '')}
      sent={sent}
      worksWithoutScripts
      done={
        <>
          <h2>{t('accounts.unsubscribe.done')}</h2>
          <p>{list ? t('accounts.unsubscribe.done.list', { list }) : t('accounts.unsubscribe.done.text')}</p>
          {list && (
            <p>
              <a href="/newsletter/unsubscribe">{t('accounts.unsubscribe.others')}</a>
            </p>
          )}
        </>
      }
      expired={
        <>
          <h2>{t('accounts.newsletter.failed')}</h2>
          <ButtonLink look="quiet" href="/newsletter/unsubscribe">
            {t('accounts.unsubscribe.again')}
          </ButtonLink>
        </>
      }
    />
  );
}

function UnsubscriptionRequest({ sent }: Pick<Data, 'sent'>) {
  const texts = useTexts();
  const { t } = texts;
  const rules = createAccountFieldRules(texts, useSiteShell().site.timeZone);
  const [sentTo, setSentTo] = useState((sent?.isAccepted && sent.answers.email?.[0]?.trim()) || '');
  const isHydrated = useHydrated();
  const form = useApiForm({
    defaults: { email: sent?.answers.email?.[0] ?? '' },
    refused: sent?.isAccepted === false ? sent : undefined,
    send: async ({ email }) => {
      await callApi('PUT /newsletter/unsubscribe/ask', { body: { email } });
      setSentTo(email.trim());
    },
  });
  return (
    <div className={css.narrow}>
      <FormMessage kind="success">
        {sentTo && (
          <FocusOnMount>
            <p>{t('accounts.unsubscribe.sent', { email: sentTo })}</p>
          </FocusOnMount>
        )}
      </FormMessage>
      {sentTo === '' && (
        <form
          className={css.form}
          method="post"
          encType="multipart/form-data"
          action="/newsletter/unsubscribe"
          onSubmit={form.submit}
          noValidate={isHydrated}
        >
          <TextField
            label={t('accounts.field.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            defaultValue={form.getValues('email')}
            error={form.errorOf('email')}
            {...form.register('email', rules.email)}
          />
          <FormMessage kind="failure">{form.failure}</FormMessage>
          <Button type="submit" isBusy={form.isBusy}>
            {t('accounts.unsubscribe.submit')}
          </Button>
        </form>
      )}
    </div>
  );
}
