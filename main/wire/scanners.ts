/** Serial barcode scanners of the tills (`/bridge/v1/scanners`), and the scans that a screen or a program takes (`/bridge/v1/scans`). */
import Type, { type Static } from 'typebox';
import { idOf, nullable } from './shapes.ts';
import { shopText } from './shop.ts';

const suffixes = ['line', 'tab', 'etx', 'pause'] as const;
/** The speed of a scanner that is as its maker delivers it. */
export const usualBaudRate = 9600;
export const baudRates = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const;

const facts = {
  name: shopText(60),
  till: idOf('SDV'),
  path: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[\\x21-\\x7E]+$',
    description: 'serial port, for example /dev/ttyACM0 or COM3',
  }),
  baudRate: Type.Enum(baudRates, { description: `as the scanner is set; ${usualBaudRate} when left out` }),
  prefix: Type.String({
    maxLength: 10,
    pattern: '^[\\x20-\\x7E]*$',
    description: 'what the scanner sends before every code and is no part of it',
  }),
  suffix: Type.Enum(suffixes, {
    description: 'what ends a code: line (CR or LF), tab, etx, or a pause; line when left out',
  }),
};

export const Scanner = Type.Object({
  object: Type.Literal('scanners'),
  id: idOf('SCN'),
  ...facts,
  state: Type.Enum(['connecting', 'ready', 'offline', 'closed']),
  reason: nullable(Type.String({ description: 'why it is offline, as the system says it' })),
  /** The newest input: a code, or bytes that are none, which usually means another speed. */
  last: nullable(
    Type.Object({ code: nullable(Type.String()), at: Type.Integer({ description: 'milliseconds since 1970' }) }),
  ),
});
export type Scanner = Static<typeof Scanner>;
export const Scanners = Type.Object({ count: Type.Integer(), data: Type.Array(Scanner) });

/** `POST /bridge/v1/scanners` */
export const NewScanner = Type.Object(
  { ...Type.Partial(Type.Object(facts)).properties, name: facts.name, till: facts.till, path: facts.path },
  { additionalProperties: false },
);
export type NewScanner = Static<typeof NewScanner>;

/** `PUT /bridge/v1/scanners/{id}`; what is left out stays. */
export const ScannerInput = Type.Object(Type.Partial(Type.Object(facts)).properties, { additionalProperties: false });
export type ScannerInput = Static<typeof ScannerInput>;

/** `GET /bridge/v1/scanners/ports` */
export const ScannerPorts = Type.Object({
  data: Type.Array(Type.Object({ path: Type.String(), adapter: nullable(Type.String({ description: 'USB ids' })) })),
});
export type ScannerPorts = Static<typeof ScannerPorts>;

/** `POST /bridge/v1/scans/{id}/take` */
export const ScanTaken = Type.Object({
  taken: Type.Boolean({ description: 'false: another window or program took it before, or it is too old' }),
});
