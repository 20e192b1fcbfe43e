import { type QRCodeToStringOptions, toBuffer, toString as toText } from 'qrcode';

/**
 * Error correction level M restores 15 % of a code. ISO/IEC 18004 requires a quiet zone of four modules on each side.
 */
const options = { errorCorrectionLevel: 'M', margin: 4 } as const satisfies QRCodeToStringOptions;
/** Width of one module in pixels: 1.7 mm when printed at 300 dots per inch, enough for scaling down. */
const modulePixels = 20;

export const createQrCodeSvg = (text: string): Promise<string> => toText(text, { ...options, type: 'svg' });

export const createQrCodePng = (text: string): Promise<Buffer> =>
  toBuffer(text, { ...options, type: 'png', scale: modulePixels });
