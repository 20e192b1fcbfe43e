import { type ReactNode, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure } from '#client/core/call.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { PageTop } from '#client/core/page/PageTop.tsx';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { FocusOnMount } from '#client/ui/FocusOnMount.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import css from './Accounts.module.css';

interface MailLinkPageProps {
  title: string;
  /** Before the click. */
  intro: string;
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  done: ReactNode;
  /** The link is used or too old. */
  expired: ReactNode;
}

/**
 * Where the link of a mail leads. It takes a click: programs that look at mails before their reader does follow every
 * link, and would use it up.
 */
export function MailLinkPage({ title, intro, confirmLabel, onConfirm, done, expired }: MailLinkPageProps) {
  const { t } = useTexts();
  const hydrated = useHydrated();
  const [state, setState] = useState<'ready' | 'busy' | 'done' | 'dead'>('ready');
  const [failure, setFailure] = useState('');
  const go = async () => {
    setState('busy');
    setFailure('');
    try {
      await onConfirm();
      setState('done');
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setState(error.status === 422 || error.status === 400 ? 'dead' : 'ready');
      setFailure(error.message || t('site.error.503.text'));
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
              <Button busy={state === 'busy'} disabled={!hydrated} onClick={go}>
                {confirmLabel}
              </Button>
            </div>
          </>
        )}
        <FormMessage kind="success">{state === 'done' && <FocusOnMount>{done}</FocusOnMount>}</FormMessage>
        <FormMessage kind="info">{state === 'dead' && <FocusOnMount>{expired}</FocusOnMount>}</FormMessage>
      </div>
    </div>
  );
}
