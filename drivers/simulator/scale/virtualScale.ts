/** A virtual shop scale at a serial line. It speaks through the codecs of the driver, so a till cannot tell it from a real one. */

import { isQuestion, readLine, weightLine } from '../../scale/adam.ts';
import { type DialogMessage, dialogBytes, priceOfGrams, readDialog } from '../../scale/dialog06.ts';
import type { ReadMessage } from '../../scale/protocol.ts';
import type { ScaleProtocolName } from '../../scale/scale.ts';
import { openSerial } from '../../transport/serial.ts';

/** The load, and how the scale behaves. */
export interface ScaleLoad {
  /** Negative: something was taken away since zero. */
  readonly grams: number;
  readonly isMoving?: boolean;
  /** Answers nothing. */
  readonly isSilent?: boolean;
  /** Added to the price that it works out, minor units: a scale that is set to another price. */
  readonly priceFault?: number;
  /** ADAM: lines without a word about rest. */
  readonly hidesRest?: boolean;
  /** ADAM. */
  readonly unit?: 'kg' | 'g' | 'lb';
}

/** Grams; a scale of 15 kg. */
const MOST = 15_000;

export interface VirtualScale {
  load: ScaleLoad;
  close(): Promise<void>;
}

/** Opens its end of the line. */
export async function openVirtualScale(path: string, protocol: ScaleProtocolName): Promise<VirtualScale> {
  const transport = await openSerial({ path, baudRate: 9600, stopBits: 1 });
  const scale: VirtualScale = {
    load: { grams: 0 },
    async close() {
      transport.reset();
      await transport.closed;
    },
  };
  const answer = protocol === 'dialog06' ? dialogAnswers() : adamAnswer;
  const read: ReadMessage<unknown> = protocol === 'dialog06' ? readDialog : readLine;
  let bytes: Buffer = Buffer.alloc(0);
  transport.listen({
    bytes(chunk) {
      bytes = Buffer.concat([bytes, chunk]);
      for (let found = read(bytes); found; found = read(bytes)) {
        bytes = bytes.subarray(found.length);
        const said = scale.load.isSilent ? null : answer(found.message as never, scale.load);
        if (said) transport.write(said);
      }
    },
    down: () => undefined,
  });
  return scale;
}

const isOver = ({ grams }: ScaleLoad): boolean => grams > MOST;

/** Weighs once for each price, and never the same load twice. */
function dialogAnswers(): (message: DialogMessage, load: ScaleLoad) => Buffer | null {
  let unitPrice: number | null = null;
  return (message, load) => {
    if (message.kind === 'price') {
      unitPrice = message.price;
      return dialogBytes({ kind: 'ack' });
    }
    if (message.kind === 'stateQuestion') return dialogBytes({ kind: 'state', state: stateOf(load) });
    if (message.kind !== 'question') return dialogBytes({ kind: 'nak' });
    if (unitPrice === null || stateOf(load) !== '00') return dialogBytes({ kind: 'nak' });
    const price = priceOfGrams(load.grams, unitPrice) + (load.priceFault ?? 0);
    return dialogBytes({ kind: 'weight', grams: load.grams, unitPrice, price });
  };
}

function stateOf(load: ScaleLoad): string {
  if (load.isMoving) return '20';
  if (load.grams < 0) return '31';
  if (load.grams === 0) return '30';
  return isOver(load) ? '32' : '00';
}

function adamAnswer(line: string, load: ScaleLoad): Buffer | null {
  if (!isQuestion(line)) return null;
  const { grams, isMoving = false, hidesRest = false, unit = 'kg' } = load;
  const kind = isOver(load) ? 'overload' : 'weight';
  return weightLine({ kind, grams, unit, isStable: hidesRest ? null : !isMoving });
}
