declare module 'wawoff2/decompress.js' {
  /** Converts a WOFF2 font to TrueType or OpenType. */
  export default function decompress(font: Uint8Array): Promise<Uint8Array>;
}

declare module 'wawoff2/compress.js' {
  /** Converts a TrueType or OpenType font to WOFF2. */
  export default function compress(font: Uint8Array): Promise<Uint8Array>;
}
