import { useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { toast } from '#client/core/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { CheckField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { NewsletterList } from '#shared/accounts/accounts-contract.ts';
import css from '../Accounts.module.css';

/** Which of the estate's newsletters the customer gets. */
export function NewslettersForm() {
  const { t } = useTexts();
  const { lists, chosen, setChosen, failure, setFailure } = useSubscription();
  const [busy, setBusy] = useState(false);
  const toggle = (id: number) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const save = async () => {
    setBusy(true);
    setFailure('');
    try {
      setChosen((await callApi('PUT /user/newsletter/subscription', { body: { lists: [...chosen] } })).lists);
      toast(t('accounts.saved'), 'success');
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error.message || t('site.error.503.text'));
    } finally {
      setBusy(false);
    }
  };
  if (lists === null) return <FormMessage kind="failure">{failure}</FormMessage>;
  if (lists.length === 0) return <p>{t('accounts.newsletters.none')}</p>;
  return (
    <div className={css.form}>
      <div>
        {lists.map(({ id, name, description }) => (
          <CheckField
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

function useSubscription() {
  const { t } = useTexts();
  const [lists, setLists] = useState<readonly NewsletterList[] | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    Promise.all([
      callApi('GET /user/newsletter/lists', { signal }),
      callApi('GET /user/newsletter/subscription', { signal }),
    ])
      .then(([offered, subscription]) => {
        setLists(offered.lists);
        setChosen(subscription.lists);
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setFailure(error.message || t('site.error.503.text'));
      });
    return () => stop.abort();
  }, [t]);
  return { lists, chosen, setChosen, failure, setFailure };
}
