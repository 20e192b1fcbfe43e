import { Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import type { GuideName } from './guides.ts';
import type HelpDrawer from './HelpDrawer.tsx';

export function GuideButton({ guide, label }: { guide: GuideName; label: string }): ReactNode {
  const notify = useNotify();
  const [Drawer, setDrawer] = useState<typeof HelpDrawer | null>(null);
  const open = async () => {
    try {
      const { default: loaded } = await import('./HelpDrawer.tsx');
      setDrawer(() => loaded);
    } catch {
      notify('admin.helpFailed', { type: 'error' });
    }
  };
  return (
    <>
      <Button size="small" onClick={open}>
        {label}
      </Button>
      {Drawer && <Drawer sentence={null} guide={guide} onClose={() => setDrawer(null)} />}
    </>
  );
}
