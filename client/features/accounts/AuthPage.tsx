import { useEffect } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useNavigate } from '#client/core/navigation.ts';
import { createAlternatesAtPath } from '#client/core/page/create-alternates-at-path.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import css from './Accounts.module.css';
import { LoginForm } from './LoginForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { useSession } from './session.tsx';
import { useLoadCustomerProfile } from './use-load-customer-profile.ts';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ shell, texts }) => {
  const title = texts.t('accounts.auth');
  const alternates = createAlternatesAtPath(shell, '/auth');
  return { status: 200, data: { title }, head: { title, alternates, hasNoIndex: true } };
};

/** Base URL for resolving relative URLs. The domain `.invalid` is reserved (RFC 2606), so no site can have it. */
const placeholderOrigin = 'https://site.invalid';

/**
 * Opens the page that follows the log-in. The admin panel is a separate document, which the browser loads without the
 * router.
 */
function openReturnPath(navigate: (path: string, options: { replace: boolean }) => void): void {
  const path = readReturnPath(window.location.search);
  if (/^\/admin(\/|\?|$)/.test(path)) window.location.replace(path);
  else navigate(path, { replace: true });
}

/**
 * Reads the URL path to open after the log-in: the query parameter `return` if it is a path of this site, otherwise the
 * path of the account. Paths such as `/.//elsewhere.example` are rejected, because they resolve to another host.
 */
export function readReturnPath(search: string): string {
  const path = new URLSearchParams(search).get('return') ?? '';
  if (!/^\/[^\s\\]*$/.test(path) || !URL.canParse(path, placeholderOrigin)) return '/account';
  const { origin, pathname, search: query, hash } = new URL(path, placeholderOrigin);
  return origin === placeholderOrigin && !pathname.startsWith('//') ? pathname + query + hash : '/account';
}

/** Log-in and registration page. It redirects customers who are already logged in. */
export function Page({ data: { title } }: { data: Data }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const isCustomerLoggedIn = useSession(({ isLoggedIn, me }) => isLoggedIn && me.id !== '');
  // The error of the query is ignored, because the log-in form reports such an error when the visitor submits the form.
  useLoadCustomerProfile();
  useEffect(() => {
    if (isCustomerLoggedIn) openReturnPath(navigate);
  }, [isCustomerLoggedIn, navigate]);
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title}>
        <p>{t('accounts.auth.lead')}</p>
      </PageTitleHeader>
      <NoScriptNotice />
      <div className={css.ways}>
        <section aria-labelledby="login">
          <h2 id="login">{t('accounts.login')}</h2>
          <LoginForm onDone={() => openReturnPath(navigate)} />
        </section>
        <section aria-labelledby="register">
          <h2 id="register">{t('accounts.register')}</h2>
          <RegisterForm />
        </section>
      </div>
    </div>
  );
}
