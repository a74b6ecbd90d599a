/** Inputs of the command machine, and a run of a command with them, for its tests. */
import { decode } from '../codec/apdu.ts';
import { nextStep } from './commandMachine.ts';
import { type CommandState, commandStarted, type Ending, type Input, type Step } from './commandState.ts';
import { commands, DEFAULT_TIMERS } from './commands.ts';
import type { OutcomeContext } from './outcome.ts';

export const CONTEXT: OutcomeContext = { charset: 'auto', currency: 'EUR', language: 'en' };
export const apdu = (hex: string): Input => ({ type: 'message', message: decode(Buffer.from(hex, 'hex')) });
export const delivered: Input = { type: 'delivered' };
export const timerExpired: Input = { type: 'timerExpired' };
export const abortWanted: Input = { type: 'abortWanted' };
export const lost: Input = { type: 'lineLost', reason: { code: 'lineLost', text: 'gone' } };

export const ALPHABET = {
  accept: '800000',
  acceptToo: '840000',
  refuse: '849c00',
  unknownCommand: '848300',
  prompt: '04ff010a',
  promptMinutes: '04ff020a03',
  approved: '040f0927000400000000120' + '0',
  approvedAs41: '040f102700040000000012000b000041870041',
  approvedAs42: '040f102700040000000012000b000042870042',
  approvedUnreadably: '040f0c2700040000000a1200870041',
  declined: '040f022705',
  wrongAmount: '040f02276f',
  wrongPin: '040f022737',
  noCode: '040f0704000000001200',
  line: '06d10341424344'.slice(0, 12),
  last: '06d10181',
  completed: '060f00',
  aborted: '061e016c',
  abortedBare: '061e00',
  time: '0401' + '08aa2611210c120000',
  strange: '06ee0101',
  input: '040d00',
  menu: '040e16' + '06142b12160101' + '2c060702414119012c06070242421901' + '02',
  signature: '06d00a' + '720373017402750106' + '00',
  noAnswer: '06e400',
  dialUp: '06d80131',
  goodsTimeout: '040f02276c',
} as const;

interface Played {
  readonly state: CommandState;
  readonly steps: readonly (Step | null)[];
  readonly ending: Ending | undefined;
}

export const ALL_DECISIONS = { handOver: true, slips: true, questions: true };

export function play(command: keyof typeof commands, inputs: readonly Input[], tillDecides = {}): Played {
  let state = commandStarted(commands[command], DEFAULT_TIMERS, tillDecides);
  const steps = inputs.map(input => {
    const step = nextStep(state, input, DEFAULT_TIMERS);
    state = step?.state ?? state;
    return step;
  });
  const ends = steps.flatMap(
    step => step?.effects.flatMap(effect => (effect.do === 'end' ? [effect.ending] : [])) ?? [],
  );
  return { state, steps, ending: ends[0] };
}

export const doing = (step: Step | null | undefined) => step?.effects.map(effect => effect.do);
