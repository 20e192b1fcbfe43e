import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useQuery } from '#client/core/use-query.ts';
import { FocusOnMount } from '#client/ui/FocusOnMount.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from './ElementPage.module.css';
import type { ElementPageData } from './element-page-data.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import type { SentRegistration } from './registration-values.ts';

/** Registration for the dates of an element. The page is cached, so the browser reads the places left. */
export function Registration({ element }: { element: ElementPageData }) {
  const { t } = useTexts();
  const { route, id } = element;
  const [sent, setSent] = useState<SentRegistration | null>(null);
  const current = useQuery(
    (signal) => callApi('GET /element/{route}/{id}', { params: { route, id }, signal }),
    [route, id, sent],
  );
  const slots = current.data?.element.slots ?? element.slots;
  const isOpen = slots.some(({ registration }) => registration === 'OPEN' || registration === 'WAITING_LIST');
  return (
    <section className={css.registration} aria-labelledby="register">
      <h2 id="register">{t('elements.register')}</h2>
      {sent && <SentMessage sent={sent} onAgain={() => setSent(null)} />}
      {!sent && !isOpen && <p>{t('elements.register.closed')}</p>}
      {!sent && isOpen && (
        <>
          <p>{t('elements.register.lead')}</p>
          <NoScriptNotice />
          <RegistrationForm element={element} slots={slots} onSent={setSent} onRefused={current.reload} />
        </>
      )}
    </section>
  );
}

function SentMessage({ sent: { state, email }, onAgain }: { sent: SentRegistration; onAgain: () => void }) {
  const { t } = useTexts();
  return (
    <div className={css.form}>
      <FocusOnMount>
        <FormMessage kind="success">
          <h3>{t(`elements.done.${state}`)}</h3>
          <p>{t(`elements.done.${state}.text`, { email })}</p>
        </FormMessage>
      </FocusOnMount>
      <div>
        <Button look="quiet" onClick={onAgain}>
          {t('elements.again')}
        </Button>
      </div>
    </div>
  );
}
