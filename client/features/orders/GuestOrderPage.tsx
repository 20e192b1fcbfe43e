import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useLinkToken } from '#client/core/navigation.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import { useQuery } from '#client/core/use-query.ts';
import { RegisterForm } from '#client/features/accounts/RegisterForm.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import css from './OrderPlacedPage.module.css';
import { OrderWithActions } from './OrderWithActions.tsx';

export const loader = createTitleLoader('accounts.order');

/** Page of a guest's order. The mails about the order link to it. */
export function Page({ data: { title } }: { data: TitleData }) {
  const { t } = useTexts();
  const token = useLinkToken();
  const { data, error, isLoading, reload } = useQuery(
    (signal) => callApi('POST /order/link', { body: { token }, signal }),
    [token],
  );
  const cancel = async () => (await callApi('POST /order/link/cancel', { body: { token } })).order;
  const isExpired = error?.status === 422 || error?.status === 400;
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title} />
      <NoScriptNotice />
      <div className={css.done} aria-busy={isLoading}>
        {!data && !error && <p role="status">{t('orders.loading')}</p>}
        {error && !data && (
          <FormMessage kind={isExpired ? 'info' : 'failure'}>
            <p>{isExpired ? t('orders.guest.expired') : describeCallError(error, t)}</p>
            {isExpired ? (
              <ButtonLink href="/auth?return=/account">{t('accounts.login.submit')}</ButtonLink>
            ) : (
              <Button look="text" onClick={reload}>
                {t('site.error.retry')}
              </Button>
            )}
          </FormMessage>
        )}
        {data && (
          <>
            <OrderWithActions order={data.order} cancel={cancel} token={token} reload={reload} />
            <AccountOffer email={data.email} order={data.order} />
          </>
        )}
      </div>
    </div>
  );
}

/**
 * Offers a guest an account. The order is added to the account once the link in the registration mail has verified the
 * email address.
 */
function AccountOffer({ email, order }: { email: string; order: OrderDetail }) {
  const { t } = useTexts();
  const { firstname, lastname } = order.address.billing;
  return (
    <section aria-labelledby="account" className={css.account}>
      <h2 id="account">{t('orders.guest.account')}</h2>
      <p>{t('orders.guest.account.text', { email })}</p>
      <p>
        <a href="/auth?return=/account">{t('orders.guest.login')}</a>
      </p>
      <RegisterForm initial={{ email, firstname, lastname, phone: order.phone }} />
    </section>
  );
}
