import { type ReactNode, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import type { Popup } from '#shared/site/popup-contract.ts';
import { rememberRefusedAge } from './closed-popups.ts';
import css from './PopupContent.module.css';

interface PopupContentProps {
  popup: Popup;
  /** Called when the visitor follows the popup's button, or confirms the age. */
  onDone: () => void;
}

export function PopupContent({ popup, onDone }: PopupContentProps) {
  const { title, html, image, kind } = popup;
  return (
    <>
      {image && <Picture image={image} sizes="(min-width: 36rem) 36rem, 100vw" alt="" className={css.picture} />}
      <div className={css.text}>
        <h2 className={css.title}>{title}</h2>
        {kind === 'age' ? (
          <AgeQuestion popup={popup} onDone={onDone} />
        ) : (
          <>
            <ServerHtml id="popup-text" html={html} className={prose.prose} />
            <PopupButton popup={popup} onClick={onDone} />
          </>
        )}
      </div>
    </>
  );
}

function PopupButton({ popup: { button }, onClick }: { popup: Popup; onClick?: () => void }): ReactNode {
  if (!button) return null;
  return (
    <p className={css.actions}>
      <a className={css.primary} href={button.url} rel="noopener" onClick={onClick}>
        {button.label}
      </a>
    </p>
  );
}

function AgeQuestion({ popup, onDone }: PopupContentProps) {
  const { t } = useTexts();
  const [isTooYoung, setIsTooYoung] = useState(false);
  const refuse = () => {
    rememberRefusedAge(popup.id, Date.now());
    setIsTooYoung(true);
  };
  return (
    <>
      <div aria-live="polite">
        {isTooYoung ? (
          <p>{t('popups.age.too-young')}</p>
        ) : (
          <ServerHtml id="popup-text" html={popup.html} className={prose.prose} />
        )}
      </div>
      {isTooYoung ? (
        <PopupButton popup={popup} />
      ) : (
        <p className={css.actions}>
          <button type="button" className={css.primary} onClick={onDone}>
            {t('popups.age.yes')}
          </button>
          <button type="button" className={css.secondary} onClick={refuse}>
            {t('popups.age.no')}
          </button>
        </p>
      )}
    </>
  );
}
