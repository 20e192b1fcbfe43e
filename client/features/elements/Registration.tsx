import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import css from './ElementPage.module.css';
import type { ElementPageData } from './element-teaser.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import { type AcceptedRegistration, getRegistrationAcceptedWithoutScripts } from './registration-values.ts';

interface RegistrationProps {
  element: ElementPageData;
  /** The result of the form when it was sent without scripts. */
  sent?: FormSubmissionResult | undefined;
}

/** Registration for the dates of an element. The page is cached, so the browser loads the number of places left. */
export function Registration({ element, sent: sentForm }: RegistrationProps) {
  const { t } = useTexts();
  const { route, id } = element;
  const [sent, setSent] = useState<AcceptedRegistration | null>(getRegistrationAcceptedWithoutScripts(sentForm));
  const [isAnother, setIsAnother] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const current = useQuery(
    (signal) => callApi('GET /element/{route}/{id}', { params: { route, id }, signal }),
    [route, id, sent],
  );
  const slots = current.data?.element.slots ?? element.slots;
  const refused = sentForm?.isAccepted === false ? sentForm : undefined;
  const isOpen = slots.some(({ registration }) => registration === 'OPEN' || registration === 'WAITING_LIST');
  // The form stays after a refusal, so that its message and entries do not disappear with the last places.
  const hasForm = isOpen || isRefused || refused !== undefined;
  const lead = <p>{t(hasForm ? 'elements.register.lead' : 'elements.register.closed')}</p>;
  const restart = () => {
    setSent(null);
    setIsAnother(true);
    setIsRefused(false);
  };
  const onRefused = () => {
    setIsRefused(true);
    current.reload();
  };
  return (
    <section className={css.registration} aria-labelledby="register">
      <h2 id="register">{t('elements.register')}</h2>
      {sent && <SentMessage sent={sent} path={element.path} onAgain={restart} />}
      {!sent && (isAnother ? <FocusOnMount>{lead}</FocusOnMount> : lead)}
      {!sent && hasForm && (
        <RegistrationForm element={element} slots={slots} onSent={setSent} onRefused={onRefused} refused={refused} />
      )}
    </section>
  );
}

interface SentMessageProps {
  sent: AcceptedRegistration;
  path: string;
  onAgain: () => void;
}

function SentMessage({ sent: { state, email }, path, onAgain }: SentMessageProps) {
  const { t } = useTexts();
  const isHydrated = useHydrated();
  return (
    <div className={css.form}>
      <FocusOnMount>
        <FormMessage kind="success">
          <h3>{t(`elements.done.${state}`)}</h3>
          <p>{t(`elements.done.${state}.text`, { email })}</p>
        </FormMessage>
      </FocusOnMount>
      <div>
        {isHydrated ? (
          <Button look="quiet" onClick={onAgain}>
            {t('elements.again')}
          </Button>
        ) : (
          <ButtonLink look="quiet" href={path}>
            {t('elements.again')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
