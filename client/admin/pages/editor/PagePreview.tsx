import { Alert, Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PageContent } from '#shared/pages/page-content.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import type { PageCalls } from './page-calls.ts';
import { usePagePreview } from './use-page-preview.ts';

/** Widths in CSS pixels in which staff looks at a page. */
const previewWidths = { phone: 390, desktop: 1440 } as const;
type PreviewWidth = keyof typeof previewWidths;

interface PagePreviewProps {
  calls: PageCalls;
  content: PageContent;
}

/** Shows the page as visitors would see it with the content of the editor, rendered by the server. */
export function PagePreview({ calls, content }: PagePreviewProps): ReactNode {
  const { t } = useAdminTexts();
  const [width, setWidth] = useState<PreviewWidth>('desktop');
  const { url, incomplete, failure } = usePagePreview(calls, content);
  return (
    <Box component="section" aria-labelledby="page-preview-title">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography id="page-preview-title" variant="h3" component="h2">
          {t('admin-pages.preview.title')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={width}
          onChange={(_event, next: PreviewWidth | null) => next && setWidth(next)}
          aria-label={t('admin-pages.preview.width')}
        >
          <ToggleButton value="phone">{t('admin-pages.preview.phone')}</ToggleButton>
          <ToggleButton value="desktop">{t('admin-pages.preview.desktop')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {failure !== null && <Alert severity="warning">{failure || t('admin-pages.preview.failed')}</Alert>}
      {incomplete.length > 0 && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {t('admin-pages.preview.incomplete', { sections: incomplete.join(', ') })}
        </Alert>
      )}
      {url !== null && <ScaledFrame url={url} width={previewWidths[width]} title={t('admin-pages.preview.title')} />}
    </Box>
  );
}

interface ScaledFrameProps {
  url: string;
  width: number;
  title: string;
}

const frameHeight = 720;

/** A frame that is laid out in the given width and reduced to the width that is available. */
function ScaledFrame({ url, width, title }: ScaledFrameProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(width);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, available / width);
  return (
    <Box
      ref={container}
      sx={{
        position: 'relative',
        height: frameHeight,
        overflow: 'hidden',
        border: '1px solid',
        borderColor: 'divider',
      }}
    >
      <iframe
        src={url}
        title={title}
        style={{
          position: 'absolute',
          width,
          height: frameHeight / scale,
          border: 0,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
        }}
      />
    </Box>
  );
}
