import type { ReactNode } from 'react';
import { Notification } from 'react-admin';

/**
 * The messages about what was saved or failed. They appear over the bar at the top, where they cover no button of a
 * form, and clicks beside the buttons of a message reach the elements below it.
 */
export function PanelNotification(): ReactNode {
  return <Notification anchorOrigin={{ vertical: 'top', horizontal: 'center' }} sx={messageStyle} />;
}

const messageStyle = {
  '&.MuiSnackbar-root': { top: 4, pointerEvents: 'none', '& .MuiPaper-root': { pointerEvents: 'none' } },
  '& button, & a': { pointerEvents: 'auto' },
} as const;
