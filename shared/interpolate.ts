/** Replaces `{name}` placeholders; those without a value are left unchanged. */
export const interpolate = (
  text: string,
  values: Readonly<Record<string, string | number>>,
  format: (value: number) => string = String,
): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : typeof value === 'number' ? format(value) : value;
  });
