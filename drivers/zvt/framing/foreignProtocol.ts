/** Devices that speak another protocol at the port of a terminal, told apart by the first bytes that they answer with. */
import type { Texts } from '../../terminal.ts';

/** Bytes that are enough to know each of them. */
export const ENOUGH = 64;

type IsSpoken = (text: string, hex: string) => boolean;

const ROWS: readonly (readonly [IsSpoken, Texts])[] = [
  [
    // A record of TLS: an alert or a handshake, then the version.
    (_text, hex) => /^1[56]030[0-4]/.test(hex),
    {
      de: 'Dieses Gerät spricht an diesem Port nur TLS (verschlüsselt). Am Terminal ZVT ohne TLS einschalten, oder den Port für ZVT ohne TLS eintragen (meist 20007 oder 22000).',
      en: 'This device speaks TLS only (encrypted) at this port. Switch ZVT without TLS on at the terminal, or name the port of ZVT without TLS (usually 20007 or 22000).',
    },
  ],
  [
    text => /^(HTTP\/\d|<!doctype html|<html)/i.test(text),
    {
      de: 'Hier antwortet eine Webseite und kein Kartenterminal: Adresse und Port prüfen (ZVT meist 20007 oder 22000).',
      en: 'A web server answers here and no card terminal: check address and port (ZVT is usually at 20007 or 22000).',
    },
  ],
  [
    text => /^(SSH-\d|220[ -]|\+OK|\* OK)/.test(text),
    {
      de: 'Hier antwortet ein anderer Dienst (Fernwartung oder Post) und kein Kartenterminal: Adresse und Port prüfen.',
      en: 'Another service (remote access or mail) answers here and no card terminal: check address and port.',
    },
  ],
  [
    // O.P.I. over TCP: four bytes with the length, then XML.
    (_text, hex) => /^(0000.{4})?(efbbbf)?3c3f786d6c20/.test(hex),
    {
      de: 'Dieses Gerät antwortet mit XML, wie ein Terminal mit O.P.I.: als Protokoll „opi“ wählen, oder am Terminal ZVT einschalten.',
      en: 'This device answers with XML, as a terminal with O.P.I. does: choose the protocol "opi", or switch ZVT on at the terminal.',
    },
  ],
];

/** Null: what came may be noise before a message. */
export function foreignProtocol(first: Buffer): Texts | null {
  const [text, hex] = [first.toString('latin1'), first.toString('hex')];
  return ROWS.find(([isSpoken]) => isSpoken(text, hex))?.[1] ?? null;
}
