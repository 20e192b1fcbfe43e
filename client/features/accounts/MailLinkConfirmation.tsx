import { type ReactNode, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import css from './Accounts.module.css';

interface MailLinkConfirmationProps {
  title: string;
  /** Text above the confirmation button. */
  intro: string;
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  /** The result of the button in a browser without scripts, which posts to the URL of the page. */
  sent?: Pick<FormSubmissionResult, 'isAccepted' | 'message' | 'status'> | undefined;
  /** True if the server accepts a POST request to the URL of the page, so that the button works without scripts. */
  worksWithoutScripts?: boolean;
  done: ReactNode;
  /** Text that is shown instead of the confirmation button if the link has expired or has been used. */
  expired: ReactNode;
}

type MailLinkState = 'ready' | 'busy' | 'done' | 'expired';

/** Statuses with which the API refuses a token that is malformed, unknown, used or expired. */
const expiredStatuses: readonly number[] = [400, 422];

function initialState(sent: MailLinkConfirmationProps['sent']): MailLinkState {
  if (!sent) return 'ready';
  if (sent.isAccepted) return 'done';
  return expiredStatuses.includes(sent.status) ? 'expired' : 'ready';
}

/**
 * Page that a link in a mail opens. The link's token is used only after a click on a button, because mail scanners open
 * every link and would use the token up.
 */
export function MailLinkConfirmation({
  title,
  intro,
  confirmLabel,
  onConfirm,
  done,
  expired,
  ...withoutScripts
}: MailLinkConfirmationProps) {
  const { sent, worksWithoutScripts = false } = withoutScripts;
  const { t } = useTexts();
  const isHydrated = useHydrated();
  const [state, setState] = useState<MailLinkState>(initialState(sent));
  const [failure, setFailure] = useState(sent && !sent.isAccepted ? sent.message : '');
  const confirm = async () => {
    setState('busy');
    setFailure('');
    try {
      await onConfirm();
      setState('done');
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error;
      setState(expiredStatuses.includes(error.status) ? 'expired' : 'ready');
      setFailure(describeCallError(error, t));
    }
  };
  const isOpen = state === 'ready' || state === 'busy';
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title} />
      {!worksWithoutScripts && <NoScriptNotice />}
      <div className={css.narrow}>
        {isOpen && (
          <>
            <p>{intro}</p>
            <FormMessage kind="failure">{failure}</FormMessage>
            <form
              method="post"
              onSubmit={(event) => {
                event.preventDefault();
                if (state === 'ready') void confirm();
              }}
            >
              <Button type="submit" isBusy={state === 'busy'} disabled={!isHydrated && !worksWithoutScripts}>
                {confirmLabel}
              </Button>
            </form>
          </>
        )}
        <FormMessage kind="success">{state === 'done' && <FocusOnMount>{done}</FocusOnMount>}</FormMessage>
        <FormMessage kind="info">{state === 'expired' && <FocusOnMount>{expired}</FocusOnMount>}</FormMessage>
      </div>
    </div>
  );
}
