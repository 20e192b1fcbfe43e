import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { createAlternatesAtPath } from '#client/core/page/create-alternates-at-path.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { WithdrawalForm } from './WithdrawalForm.tsx';

interface Data {
  title: string;
  /** The state of the form if it was sent without scripts, or opened for an order. */
  sent?: FormSubmissionResult;
}

export const loader: PageLoader<Data> = async (args) => {
  const title = args.texts.t('withdrawals.title');
  return {
    status: 200,
    data: { title },
    head: {
      title,
      description: args.texts.t('withdrawals.lead'),
      alternates: createAlternatesAtPath(args.shell, '/withdrawal'),
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, [{ title }], '/withdrawal')] : [],
    },
  };
};

/** Page of the online withdrawal function (directive 2011/83/EU, article 11a). It requires no log-in. */
export function Page({ data: { title, sent } }: { data: Data }) {
  const { t } = useTexts();
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title}>
        <p>{t('withdrawals.lead')}</p>
        <p>{t('withdrawals.scope')}</p>
      </PageTitleHeader>
      <WithdrawalForm sent={sent} />
    </div>
  );
}
