/** Channel 1 from the terminal: a connection of its own to the till, for the displays and slips of one request. */
import { parseXml } from '../../../drivers/opi/codec/xml.ts';
import { deframer } from '../../../drivers/opi/framing/frame.ts';
import { after, type Group } from '../clock.ts';
import type { TerminalEnd } from '../line.ts';

/** `unheard`: the till was not reached, or did not answer. */
export type TillAnswer = 'done' | 'refused' | 'unheard';

/** ms to reach the till, and for its answer. */
const CONNECT = 2_000;
const ANSWER = 5_000;

export class DeviceCalls {
  readonly #call: (timeout: number) => Promise<TerminalEnd | null>;
  /** The work of the terminal that this belongs to. */
  readonly #life: Group;
  #end: TerminalEnd | null = null;
  #answered: ((answer: TillAnswer) => void) | null = null;
  #wanted = '';

  constructor(call: (timeout: number) => Promise<TerminalEnd | null>, life: Group) {
    this.#call = call;
    this.#life = life;
  }

  /** One request at a time; a till that was not reached is called again with the next one. */
  async ask(number: number, request: Buffer): Promise<TillAnswer> {
    if (!this.#end || this.#end.isDown) await this.#connect();
    const end = this.#end;
    if (!end) return 'unheard';
    return new Promise(resolve => {
      const answered = (answer: TillAnswer) => {
        late.isCancelled = true;
        this.#answered = null;
        after(0, () => resolve(answer), this.#life);
      };
      const late = after(ANSWER, () => answered('unheard'), this.#life);
      this.#answered = answered;
      this.#wanted = String(number);
      end.write(request);
    });
  }

  close(): void {
    this.#end?.close();
    this.#end = null;
  }

  async #connect(): Promise<void> {
    const end = await new Promise<TerminalEnd | null>(
      resolve => void this.#call(CONNECT).then(called => after(0, () => resolve(called), this.#life)),
    );
    this.#end = end;
    const frames = deframer();
    end?.listen({
      bytes: chunk => {
        for (const bytes of frames.push(chunk)) this.#received(bytes);
      },
      down: () => {
        if (this.#end === end) this.#end = null;
        this.#answered?.('unheard');
      },
    });
  }

  #received(bytes: Buffer): void {
    const { attributes } = parseXml(bytes);
    if (attributes.RequestID === this.#wanted)
      this.#answered?.(attributes.OverallResult === 'Success' ? 'done' : 'refused');
  }
}
