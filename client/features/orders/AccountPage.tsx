import { useTexts } from '#client/core/app-context.tsx';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useNavigate } from '#client/core/navigation.ts';
import { createAlternatesAtPath } from '#client/core/page/create-alternates-at-path.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { showToast } from '#client/core/toast.ts';
import { type CustomerProfile, useSessionStore } from '#client/features/accounts/session.tsx';
import { logOutEverywhere } from '#client/features/accounts/session-actions.ts';
import { NewslettersForm } from '#client/features/accounts/settings/NewslettersForm.tsx';
import { PasswordForm } from '#client/features/accounts/settings/PasswordForm.tsx';
import { PersonalDataActions } from '#client/features/accounts/settings/PersonalDataActions.tsx';
import { ProfileForm } from '#client/features/accounts/settings/ProfileForm.tsx';
import { useRequiredCustomerState } from '#client/features/accounts/use-required-customer-state.ts';
import { CheckoutStoreProvider, useCheckoutStore } from '#client/features/checkout/checkout-store.tsx';
import { useLogout } from '#client/features/checkout/use-logout.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from './AccountPage.module.css';
import { OrderHistory } from './OrderHistory.tsx';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ shell, texts }) => {
  const title = texts.t('accounts.account');
  const alternates = createAlternatesAtPath(shell, '/account');
  return { status: 200, data: { title }, head: { title, alternates, hasNoIndex: true } };
};

export const Page = ({ data }: { data: Data }) => (
  // The account page needs the checkout store, because a log-out removes personal data from the checkout draft.
  <CheckoutStoreProvider>
    <Account title={data.title} />
  </CheckoutStoreProvider>
);

function Account({ title }: { title: string }) {
  const { t } = useTexts();
  const customer = useRequiredCustomerState();
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title}>
        {customer.state === 'loggedIn' && <Greeting me={customer.me} />}
      </PageTitleHeader>
      <NoScriptNotice />
      <div aria-busy={customer.state === 'loading'}>
        {customer.state === 'failed' && (
          <FormMessage kind="failure">
            <p>{customer.message}</p>
            <Button look="text" onClick={customer.retry}>
              {t('site.error.retry')}
            </Button>
          </FormMessage>
        )}
        {customer.state === 'loggedIn' && <Sections me={customer.me} />}
      </div>
    </div>
  );
}

function Greeting({ me }: { me: CustomerProfile }) {
  const { t } = useTexts();
  const logout = useLogout();
  const session = useSessionStore();
  const checkout = useCheckoutStore();
  const navigate = useNavigate();
  const logoutAndGoHome = async () => {
    await logout();
    navigate('/');
  };
  const logoutEverywhere = async () => {
    try {
      await logOutEverywhere(session);
      checkout.getState().forgetCustomer();
      showToast(t('accounts.logout.everywhere.done'), 'success');
      navigate('/');
    } catch (error) {
      showToast(describeCallError(error, t), 'failure');
    }
  };
  return (
    <p className={css.greeting}>
      <span>
        {me.firstname === '' ? t('accounts.account.hello-plain') : t('accounts.account.hello', { name: me.firstname })}
      </span>
      {me.role !== 'MEMBER' && (
        <a href="/admin" data-reload="">
          {t('accounts.account.admin')}
        </a>
      )}
      <Button look="text" onClick={logoutAndGoHome}>
        {t('accounts.logout')}
      </Button>
      <Button look="text" onClick={logoutEverywhere}>
        {t('accounts.logout.everywhere')}
      </Button>
    </p>
  );
}

const sections = ['orders', 'profile', 'password', 'newsletters', 'data'] as const;

function Sections({ me }: { me: CustomerProfile }) {
  const checkout = useCheckoutStore();
  const { t } = useTexts();
  const bodies = {
    orders: <OrderHistory />,
    profile: <ProfileForm me={me} />,
    password: <PasswordForm />,
    newsletters: <NewslettersForm />,
    data: <PersonalDataActions me={me} onDeleted={() => checkout.getState().forgetCustomer()} />,
  };
  return (
    <div className={css.account}>
      <nav className={css.contents} aria-label={t('accounts.account')}>
        <ul>
          {sections.map((name) => (
            <li key={name}>
              <a href={`#${name}`}>{t(`accounts.account.${name}`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.sections}>
        {sections.map((name) => (
          <section key={name} id={name} aria-labelledby={`${name}-title`}>
            <h2 id={`${name}-title`}>{t(`accounts.account.${name}`)}</h2>
            {bodies[name]}
          </section>
        ))}
      </div>
    </div>
  );
}
