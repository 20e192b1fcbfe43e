import { type ReactNode, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { showToast } from '#client/core/toast.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { CheckboxField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { NewsletterSubscriptionState } from '#shared/newsletter/newsletter-contract.ts';
import css from '../Accounts.module.css';

export function NewslettersForm() {
  const { t } = useTexts();
  const { lists, subscriptions = [], acceptsInvitations = true, loadFailure } = usePreferences();
  const [saved, setSaved] = useState<readonly NewsletterSubscriptionState[] | null>(null);
  const [edited, setEdited] = useState<readonly number[] | null>(null);
  const [isAccepted, setAccepted] = useState<boolean | null>(null);
  const [failure, setFailure] = useState('');
  const states = saved ?? subscriptions;
  const chosen = edited ?? states.flatMap(({ id, state }) => (state === 'CONFIRMED' ? [id] : []));
  const [isBusy, setIsBusy] = useState(false);
  const toggle = (id: number) =>
    setEdited(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const save = async () => {
    setIsBusy(true);
    setFailure('');
    try {
      if (edited) {
        setSaved((await callApi('PUT /user/newsletter/subscription', { body: { lists: [...chosen] } })).subscriptions);
        setEdited(null);
      }
      if (isAccepted !== null) await callApi('PUT /user/review/invitation', { body: { isRefused: !isAccepted } });
      showToast(t('accounts.saved'), 'success');
    } catch (error) {
      setFailure(describeCallError(error, t));
    } finally {
      setIsBusy(false);
    }
  };
  if (!lists) return <FormMessage kind="failure">{loadFailure}</FormMessage>;
  return (
    <div className={css.form}>
      {lists.length === 0 && <p>{t('accounts.newsletters.none')}</p>}
      <div>
        {lists.map(({ id, name, description }) => (
          <PreferenceField
            key={id}
            name={name}
            description={description}
            isChosen={chosen.includes(id)}
            onChange={() => toggle(id)}
          >
            <SubscriptionStateText subscription={states.find((subscription) => subscription.id === id)} />
          </PreferenceField>
        ))}
        <PreferenceField
          name={t('accounts.newsletters.invitations')}
          description={t('accounts.newsletters.invitations.text')}
          isChosen={isAccepted ?? acceptsInvitations}
          onChange={setAccepted}
        />
      </div>
      <FormMessage kind="failure">{failure}</FormMessage>
      <Button isBusy={isBusy} onClick={save}>
        {t('accounts.newsletters.save')}
      </Button>
    </div>
  );
}

interface PreferenceFieldProps {
  name: string;
  description: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
  children?: ReactNode;
}

function PreferenceField({ name, description, isChosen, onChange, children }: PreferenceFieldProps) {
  return (
    <CheckboxField
      checked={isChosen}
      onChange={(event) => onChange(event.target.checked)}
      label={
        <>
          <strong>{name}</strong>
          {description && (
            <>
              <br />
              <span className={css.small}>{description}</span>
            </>
          )}
          {children}
        </>
      }
    />
  );
}

function SubscriptionStateText({ subscription }: { subscription: NewsletterSubscriptionState | undefined }) {
  const { t, date } = useTexts();
  if (!subscription) return null;
  const since = date(subscription.since, { dateStyle: 'long' });
  return (
    <>
      <br />
      <span className={css.small}>
        {subscription.state === 'CONFIRMED'
          ? t('accounts.newsletters.since', { since })
          : t('accounts.newsletters.pending', { since })}
      </span>
    </>
  );
}

function usePreferences() {
  const { t } = useTexts();
  const { data, error } = useQuery(async (signal) => {
    const [{ lists }, { subscriptions }, { isRefused }] = await Promise.all([
      callApi('GET /user/newsletter/lists', { signal }),
      callApi('GET /user/newsletter/subscription', { signal }),
      callApi('GET /user/review/invitation', { signal }),
    ]);
    return { lists, subscriptions, acceptsInvitations: !isRefused };
  }, []);
  return { ...data, loadFailure: error ? describeCallError(error, t) : '' };
}
