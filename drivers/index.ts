/**
 * The door of drivers/: everything that the bridge may use of it. `main/` imports this file, and `masking/cardMask.ts` for card
 * numbers, which a program without devices masks, too; nothing here imports `main/`. Code that few starts need (a protocol, the search, the bytes of a slip, serial ports) is loaded at its first call.
 */

// Ports and networks of this machine, and the terminals that answer there.
export type { FoundTerminal } from './discovery/findTerminals.ts';
export { addressesIn, localNetworks, NetworkError } from './discovery/networks.ts';
// Card terminals: the contract, the settings, and the ways to open one.
export type { Introduction, IntroductionOptions } from './introduction.ts';
export { introduceGeneric } from './introduction.ts';
// Receipt printers, scanners and scales.
export { listSystemPrinters, openPrinter, printerPlace } from './printer/index.ts';
export * from './printer/printer.ts';
export type { IntroducedTerminal, Model } from './protocols.ts';
export {
  checkSettings,
  introduceTerminal,
  listeningPortOf,
  modelsOf,
  openTerminal,
  protocolNames,
} from './protocols.ts';
export type { Scale, ScaleState } from './scale/scale.ts';
export { openScanner, type Scanner, type ScannerState } from './scanner/scanner.ts';
export { endpointOf, SettingsError } from './settings.ts';
export type * from './terminal.ts';
export type { Trace, TraceEntry } from './trace.ts';
export type { TransportEnvironment } from './transport/opener.ts';
export { listSerialPorts, type SerialPortInfo } from './transport/serial.ts';
export { freePort } from './transport/tcp.ts';

type FindTerminals = typeof import('./discovery/findTerminals.ts').findTerminals;
type PageBytes = typeof import('./printer/escpos.ts').pageBytes;

/** Asks ports and networks for terminals. Rejects with a `NetworkError` before any place is asked. */
export const findTerminals: FindTerminals = async search =>
  (await import('./discovery/findTerminals.ts')).findTerminals(search);

type OpenScale = typeof import('./scale/scale.ts').openScale;

/** Opens a shop scale in the background; most tills have none. */
export const openScale = async (...settings: Parameters<OpenScale>): Promise<ReturnType<OpenScale>> =>
  (await import('./scale/scale.ts')).openScale(...settings);

/** A page as ESC/POS bytes: the whole job, from the reset of the printer to the knife. */
export const pageBytes = async (...page: Parameters<PageBytes>): Promise<Buffer> =>
  (await import('./printer/escpos.ts')).pageBytes(...page);

/** Letters as a picture, as they stand on paper: PNG of one bit a dot. */
export const drawnLetters = async (
  ...line: Parameters<typeof import('./printer/font.ts').drawText>
): Promise<Buffer> => {
  const [{ drawText }, { pngOf }] = await Promise.all([import('./printer/font.ts'), import('./printer/png.ts')]);
  return pngOf(drawText(...line));
};
