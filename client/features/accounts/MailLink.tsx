import { type ReactNode, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { PageTop } from '#client/core/page/PageTop.tsx';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { FocusOnMount } from '#client/ui/FocusOnMount.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from './Accounts.module.css';

interface MailLinkProps {
  title: string;
  /** Text above the confirmation button. */
  intro: string;
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  done: ReactNode;
  /** Shown instead of the confirmation button if the link has expired or has been used. */
  expired: ReactNode;
}

/**
 * Page that a link in a mail opens. The link's token is used only after a click on a button, because mail scanners open
 * every link and would use the token up.
 */
export function MailLink({ title, intro, confirmLabel, onConfirm, done, expired }: MailLinkProps) {
  const { t } = useTexts();
  const isHydrated = useHydrated();
  const [state, setState] = useState<'ready' | 'busy' | 'done' | 'expired'>('ready');
  const [failure, setFailure] = useState('');
  const confirm = async () => {
    setState('busy');
    setFailure('');
    try {
      await onConfirm();
      setState('done');
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error;
      setState(error.status === 422 || error.status === 400 ? 'expired' : 'ready');
      setFailure(describeCallError(error, t));
    }
  };
  const isOpen = state === 'ready' || state === 'busy';
  return (
    <div className="page">
      <PageTop crumbs={[{ title }]} title={title} />
      <NoScriptNotice />
      <div className={css.narrow}>
        {isOpen && (
          <>
            <p>{intro}</p>
            <FormMessage kind="failure">{failure}</FormMessage>
            <div>
              <Button busy={state === 'busy'} disabled={!isHydrated} onClick={confirm}>
                {confirmLabel}
              </Button>
            </div>
          </>
        )}
        <FormMessage kind="success">{state === 'done' && <FocusOnMount>{done}</FocusOnMount>}</FormMessage>
        <FormMessage kind="info">{state === 'expired' && <FocusOnMount>{expired}</FocusOnMount>}</FormMessage>
      </div>
    </div>
  );
}
