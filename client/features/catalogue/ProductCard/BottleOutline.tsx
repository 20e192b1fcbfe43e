import css from './ProductCard.module.css';

export const BottleOutline = () => (
  <svg className={css.outline} viewBox="0 0 60 200" aria-hidden="true" focusable="false">
    <path d="M23 3h14v50c0 12 17 16 17 38v98c0 5-3 8-8 8H14c-5 0-8-3-8-8V91c0-22 17-26 17-38zM23 18h14M6 112h48M6 164h48" />
  </svg>
);
