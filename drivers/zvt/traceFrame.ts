/** The bytes of a message for a log: passwords overwritten like card data. */
import { type Message, walk } from './codec/apdu.ts';
import { type Place, type PlaceName, places } from './codec/fields.ts';
import { apduData } from './codec/lengths.ts';

/** Hex in capitals. */
export function hideSecrets(message: Message): string {
  const { bytes, layout } = message;
  const start = apduData(bytes, 0, bytes.length)?.start;
  if (!layout || start === undefined) return bytes.toString('hex').toUpperCase();
  const copy = Buffer.from(bytes);
  walk(bytes, start, message.rest, layout, (field, at, end, id) => {
    if (id < 0 && (places[field as PlaceName] as Place<unknown>).secret) copy.fill(0xee, at, end);
  });
  return copy.toString('hex').toUpperCase();
}
