import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumbOutsideTree } from '#client/core/breadcrumb.ts';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { readGuestOrderToken } from '#client/core/guest-order-token.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useLocation } from '#client/core/navigation.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { type UseQueryResult, useQuery } from '#client/core/use-query.ts';
import { useRequiredCustomerState } from '#client/features/accounts/use-required-customer-state.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import css from './OrderPlacedPage.module.css';
import { OrderWithActions } from './OrderWithActions.tsx';

interface Data {
  title: string;
  crumbs: BreadcrumbItem[];
}

export const loader: PageLoader<Data> = async ({ texts }) => {
  const title = texts.t('accounts.order');
  const crumbs = createBreadcrumbOutsideTree(texts, '/account', title);
  return { status: 200, data: { title, crumbs }, head: { title, hasNoIndex: true } };
};

export function Page({ data: { title, crumbs } }: { data: Data }) {
  const customer = useRequiredCustomerState();
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title} />
      <NoScriptNotice />
      <div className={css.done} aria-busy={customer.state === 'loading'}>
        {customer.state === 'failed' && <FormMessage kind="failure">{customer.message}</FormMessage>}
        {customer.state === 'loggedIn' && <Order />}
      </div>
    </div>
  );
}

/** Loads an order that the customer has just placed, with an account or as a guest in this browser tab. */
export const usePlacedOrder = (
  id: number,
): UseQueryResult<{ order: OrderDetail; email: string; token: string | null }> =>
  useQuery(
    async (signal) => {
      const token = readGuestOrderToken(id);
      if (token !== null) return { ...(await callApi('POST /order/link', { body: { token }, signal })), token };
      return { ...(await callApi('GET /order/{id}', { params: { id }, signal })), email: '', token };
    },
    [id],
  );

const useOrderDetail = (id: number): UseQueryResult<OrderDetail> =>
  useQuery(async (signal) => (await callApi('GET /order/{id}', { params: { id }, signal })).order, [id]);

function Order() {
  const { t } = useTexts();
  const id = Number(/\/(\d+)$/.exec(useLocation().pathname)?.[1] ?? 0);
  const { data: order, error, reload } = useOrderDetail(id);
  if (error && !order)
    return (
      <FormMessage kind="failure">
        <p>{describeCallError(error, t)}</p>
        <ButtonLink look="quiet" href="/account">
          {t('orders.all')}
        </ButtonLink>
      </FormMessage>
    );
  if (!order) return <p role="status">{t('orders.loading')}</p>;
  const cancel = async () => (await callApi('PUT /order/{id}/cancel', { params: { id } })).order;
  return <OrderWithActions order={order} cancel={cancel} token={null} reload={reload} />;
}
