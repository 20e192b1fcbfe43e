import { Box, type Theme, ToggleButton, ToggleButtonGroup, Typography, useMediaQuery } from '@mui/material';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';

/** Widths in CSS pixels of the previews of a page. */
const previewWidths = { phone: 390, desktop: 1440 } as const;
type PreviewWidth = keyof typeof previewWidths;

interface SitePreviewProps {
  title: string;
  /** URL path of the page; null until there is one. */
  url: string | null;
  /** Messages above the page. */
  children?: ReactNode;
}

export function SitePreview({ title, url, children }: SitePreviewProps): ReactNode {
  const { t } = useAdminTexts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [width, setWidth] = useState<PreviewWidth>(isNarrow ? 'phone' : 'desktop');
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ width: '100%' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography id={id} variant="h3" component="h2">
          {title}
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
      {children}
      {url !== null && <ScaledFrame url={url} width={previewWidths[width]} title={title} />}
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
