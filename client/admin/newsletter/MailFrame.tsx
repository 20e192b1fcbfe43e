import { Box } from '@mui/material';
import { type ReactNode, type SyntheticEvent, useState } from 'react';

interface MailFrameProps {
  html: string;
  /** The width of the mail in CSS pixels. */
  width: number;
  title: string;
}

const minHeight = 320;

/** Shows the HTML of a mail in a sandboxed frame, in which no script runs. */
export function MailFrame({ html, width, title }: MailFrameProps): ReactNode {
  const [height, setHeight] = useState(minHeight);
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const content = currentTarget.contentDocument;
    if (!content) return;
    applyStyleAttributes(content);
    setHeight(Math.max(minHeight, content.documentElement.scrollHeight));
  };
  return (
    // The tab index lets the keyboard scroll a preview that is wider than the screen.
    <Box tabIndex={0} sx={{ overflowX: 'auto', border: '1px solid', borderColor: 'divider' }}>
      <iframe
        key={width}
        title={title}
        srcDoc={html.replaceAll(' style="', ' data-style="')}
        sandbox="allow-same-origin"
        onLoad={onLoad}
        style={{ display: 'block', width, height, border: 0 }}
      />
    </Box>
  );
}

/**
 * Copies styles from `data-style` to the style properties of the elements. The frame inherits the panel's
 * Content-Security-Policy, which ignores style attributes in HTML but allows styles that a script sets.
 */
function applyStyleAttributes(content: Document): void {
  for (const element of content.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? '';
}
