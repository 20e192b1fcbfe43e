import type { ReactNode } from 'react';
import { Notification } from 'react-admin';

/** The messages about what was saved or failed. They appear at the top, where they cover no button of a form. */
export function PanelNotification(): ReactNode {
  return <Notification anchorOrigin={{ vertical: 'top', horizontal: 'center' }} sx={{ mt: 6 }} />;
}
