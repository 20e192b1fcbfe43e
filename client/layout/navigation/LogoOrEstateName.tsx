import { useSiteShell } from '#client/core/app-context.tsx';

interface LogoOrEstateNameProps {
  /** True for a logo that is hidden at first. */
  isLazy?: boolean;
}

export function LogoOrEstateName({ isLazy = false }: LogoOrEstateNameProps) {
  const { logos, site } = useSiteShell();
  const logo = logos.LOGO_LIGHT_THEME ?? logos.LOGO;
  if (!logo) return <strong>{site.name}</strong>;
  return (
    <img
      src={logo.url}
      width={logo.width}
      height={logo.height}
      alt={logo.alt || site.name}
      loading={isLazy ? 'lazy' : undefined}
    />
  );
}
