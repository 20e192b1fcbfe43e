import { Box, Button } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';

interface ToolbarButtonProps {
  label: string;
  icon: ReactElement;
  /** Called on a click, for a button that is not a link. */
  onClick?: () => void;
  /** URL path of the page that opens in a new tab. */
  href?: string;
}

/** A secondary button in the toolbar of a form. On a phone it shows its icon only, so that the toolbar has one line. */
export const ToolbarButton = ({ label, icon, onClick, href }: ToolbarButtonProps): ReactNode => (
  <Button
    {...(href === undefined ? { onClick } : { href, target: '_blank' })}
    startIcon={icon}
    aria-label={label}
    sx={{ minWidth: { xs: 44, sm: 64 }, '& .MuiButton-startIcon': { ml: { xs: 0, sm: -0.5 }, mr: { xs: 0, sm: 1 } } }}
  >
    <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
      {label}
    </Box>
  </Button>
);
