/** Drawings of the icons as SVG path data in a 24 × 24 view box. */
const drawings = {
  home: 'M3.5 11.2 12 4l8.5 7.2M6 9.5V20h4.2v-5.6h3.6V20H18V9.5',
  bottle: 'M10.2 3h3.6v5.2c2 .9 3.1 2.4 3.1 4.4V21H7.1v-8.4c0-2 1.1-3.5 3.1-4.4V3Zm-3 10.6h9.7m-9.7 4.4h9.7',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.8 11.3L20.5 20.5',
  contact: 'M3.5 6h17v12.5h-17V6Zm0 .5 8.5 6.8 8.5-6.8',
  menu: 'M3.5 7h17M3.5 12h17M3.5 17h17',
  close: 'M5.5 5.5l13 13m0-13l-13 13',
  down: 'm6 9 6 6 6-6',
  next: 'm9 5 7 7-7 7',
  previous: 'm15 5-7 7 7 7',
  phone:
    'M6.6 3.8 9.4 8 7.9 10c1 2.3 3 4.2 5.4 5.5l2-1.7 4.5 2.3c-.2 2-1.3 3.6-3.4 3.9C10 20 4 13.7 3.7 7.4c0-2 1.1-3.3 2.9-3.6Z',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 3.7V12l3.2 2.4',
  pin: 'M12 21s6.8-6 6.8-11.2A6.8 6.8 0 0 0 5.2 9.8C5.2 15 12 21 12 21Zm0-13.6a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z',
  offline:
    'M3 3l18 18M5 12.5a10.5 10.5 0 0 1 3.7-2.3M19 12.5a10.5 10.5 0 0 0-5.5-2.9M8.5 16a5.5 5.5 0 0 1 7 0M12 19.5h.01M1.8 9a15 15 0 0 1 4-2.5M22.2 9A15 15 0 0 0 10.7 5',
  basket: 'M3 9.5h18l-2 10.5H5L3 9.5Zm4.2 0L11 3.5m5.8 6L13 3.5',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5c.5-3.9 3.5-5.7 7.5-5.7s7 1.8 7.5 5.7',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  check: 'm5 12.8 4.6 4.7L19 7.5',
  warning: 'M12 4 2.8 19.5h18.4L12 4Zm0 5.5v5m0 2.5v.01',
} as const;

export type IconName = keyof typeof drawings;

/**
 * Decorative icon: the text beside it, or the label of its parent, names the action. `base.css` sets the default stroke
 * and size.
 */
export const Icon = ({ name, className }: { name: IconName; className?: string }) => (
  <svg className={className ? `icon ${className}` : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
);
