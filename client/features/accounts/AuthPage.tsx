import { useEffect } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure } from '#client/core/call.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useNavigate } from '#client/core/navigation.ts';
import { PageTop } from '#client/core/page/PageTop.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import css from './Accounts.module.css';
import { LoginForm } from './LoginForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { returnPath } from './return-path.ts';
import { loadMe } from './session.ts';
import { useSession, useSessionStore } from './session-context.tsx';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ texts }) => {
  const title = texts.t('accounts.auth');
  return { status: 200, data: { title }, head: { title, noIndex: true } };
};

/** Log in, or open an account. Whoever is logged in already goes on at once. */
export function Page({ data: { title } }: { data: Data }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const session = useSessionStore();
  const isLogged = useSession(({ logged, me }) => logged && me.id !== '');
  useEffect(() => {
    loadMe(session).catch((error: unknown) => {
      // Whoever cannot be asked for logs in, or is told then.
      if (!(error instanceof CallFailure)) throw error;
    });
  }, [session]);
  useEffect(() => {
    if (isLogged) navigate(returnPath(window.location.search), { replace: true });
  }, [isLogged, navigate]);
  return (
    <div className="page">
      <PageTop crumbs={[{ title }]} title={title}>
        <p>{t('accounts.auth.lead')}</p>
      </PageTop>
      <NoScriptNotice />
      <div className={css.ways}>
        <section aria-labelledby="login">
          <h2 id="login">{t('accounts.login')}</h2>
          <LoginForm onDone={() => navigate(returnPath(window.location.search), { replace: true })} />
        </section>
        <section aria-labelledby="register">
          <h2 id="register">{t('accounts.register')}</h2>
          <RegisterForm />
        </section>
      </div>
    </div>
  );
}
