import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { showToast } from '#client/core/toast.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { CheckboxField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from '../Accounts.module.css';

export function NewslettersForm() {
  const { t } = useTexts();
  const { lists, subscribed = [], loadFailure } = useSubscriptions();
  const [edited, setEdited] = useState<readonly number[] | null>(null);
  const [failure, setFailure] = useState('');
  const chosen = edited ?? subscribed;
  const [busy, setBusy] = useState(false);
  const toggle = (id: number) =>
    setEdited(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const save = async () => {
    setBusy(true);
    setFailure('');
    try {
      setEdited((await callApi('PUT /user/newsletter/subscription', { body: { lists: [...chosen] } })).lists);
      showToast(t('accounts.saved'), 'success');
    } catch (error) {
      setFailure(describeCallError(error, t));
    } finally {
      setBusy(false);
    }
  };
  if (!lists) return <FormMessage kind="failure">{loadFailure}</FormMessage>;
  if (lists.length === 0) return <p>{t('accounts.newsletters.none')}</p>;
  return (
    <div className={css.form}>
      <div>
        {lists.map(({ id, name, description }) => (
          <CheckboxField
            key={id}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
            label={
              <>
                <strong>{name}</strong>
                {description && (
                  <>
                    <br />
                    <span className={css.small}>{description}</span>
                  </>
                )}
              </>
            }
          />
        ))}
      </div>
      <FormMessage kind="failure">{failure}</FormMessage>
      <Button busy={busy} onClick={save}>
        {t('accounts.newsletters.save')}
      </Button>
    </div>
  );
}

function useSubscriptions() {
  const { t } = useTexts();
  const { data, error } = useQuery(async (signal) => {
    const [{ lists }, subscription] = await Promise.all([
      callApi('GET /user/newsletter/lists', { signal }),
      callApi('GET /user/newsletter/subscription', { signal }),
    ]);
    return { lists, subscribed: subscription.lists };
  }, []);
  return { ...data, loadFailure: error ? describeCallError(error, t) : '' };
}
