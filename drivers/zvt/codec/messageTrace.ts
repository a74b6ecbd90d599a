/** Messages for logs: passwords, configurations and a customer's input are overwritten, like card data. */
import { controlText, type Message, walk } from './apdu.ts';
import type { Charset } from './charsets.ts';
import { summary } from './describe.ts';
import { type PositionalField, type PositionalFieldName, positionalFields } from './fields.ts';
import { apduData } from './lengths.ts';
import { packets } from './packets.ts';

/** Commands whose answer contains a customer's input, which is confidential. */
export const TYPED_INPUT_COMMANDS: ReadonlySet<number> = new Set([
  packets.displayNumericInput.control,
  packets.numericInputDukpt.control,
]);

/** Text and hex of a message for a log. `typed`: the message contains a customer's input. */
export function messageTrace(message: Message, charset: Charset, typed = false): { text: string; hex: string } {
  if (!typed && !CONFIDENTIAL.has(message.name)) return { text: summary(message, charset), hex: hideSecrets(message) };
  return { text: `${controlText(message.control)} (not shown)`, hex: hideData(message) };
}

// Their containers contain passwords and addresses of hosts.
const CONFIDENTIAL = new Set<Message['name']>(['changeConfiguration', 'writeFile']);

/** The message as hex in capitals, with secret fields overwritten. */
export function hideSecrets(message: Message): string {
  const { bytes, layout, name } = message;
  const start = apduData(bytes, 0, bytes.length)?.start;
  if (!layout || start === undefined) return bytes.toString('hex').toUpperCase();
  if (CONFIDENTIAL.has(name)) return hideData(message);
  const copy = Buffer.from(bytes);
  walk(bytes, start, message.rest, layout, (field, at, end, id) => {
    if (id < 0 && (positionalFields[field as PositionalFieldName] as PositionalField<unknown>).secret)
      copy.fill(0xee, at, end);
  });
  return copy.toString('hex').toUpperCase();
}

function hideData({ bytes }: Message): string {
  const start = apduData(bytes, 0, bytes.length)?.start ?? bytes.length;
  return Buffer.from(bytes).fill(0xee, start).toString('hex').toUpperCase();
}
