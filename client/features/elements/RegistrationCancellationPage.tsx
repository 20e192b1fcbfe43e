import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useLinkToken } from '#client/core/navigation.ts';
import type { PageLoader } from '#client/core/page-module.ts';
import { MailLinkConfirmation } from '#client/features/accounts/MailLinkConfirmation.tsx';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ texts }) => {
  const title = texts.t('elements.cancel');
  return { status: 200, data: { title }, head: { title, hasNoIndex: true } };
};

/** Page that the link in the mails of a registration opens. A button cancels the registration. */
export function Page({ data: { title } }: { data: Data }) {
  const { t } = useTexts();
  const token = useLinkToken();
  return (
    <MailLinkConfirmation
      title={title}
      intro={t('elements.cancel.ready')}
      confirmLabel={t('elements.cancel.confirm')}
      onConfirm={() => callApi('PUT /element/registration/cancel', { body: { token } })}
      done={
        <>
          <h2>{t('elements.cancel.done')}</h2>
          <p>{t('elements.cancel.done.text')}</p>
        </>
      }
      expired={
        <>
          <h2>{t('elements.cancel.expired')}</h2>
          <p>{t('elements.cancel.expired.text')}</p>
        </>
      }
    />
  );
}
