/** The calls of the control: one row for each, with the schema of its body and the answer. */
import type { CustomerAction } from '../engine/device.ts';
import type { Schema } from '../engine/schemaCheck.ts';
import type { VirtualTerminal } from '../engine/virtualTerminal.ts';
import { type Bodies, bodySchemas } from './bodies.ts';
import { CallError } from './callError.ts';
import { endScenario, listScenarios, startScenario } from './scenarioRoutes.ts';
import { bookingsOf, stateOf } from './state.ts';

export interface Route {
  /** Left out where the call takes no body. */
  readonly body?: Schema;
  /** The JSON of the answer. Throws a `CallError`. */
  answer(terminal: VirtualTerminal, body: never): unknown;
}

/** By method and path. */
export const routes: Readonly<Record<string, Route>> = {
  'GET /state': { answer: stateOf },
  'GET /totals': { answer: terminal => terminal.totals() },
  'GET /bookings': { answer: bookingsOf },
  'GET /trace': { answer: terminal => terminal.log.lines() },
  'GET /paper': { answer: terminal => terminal.device.paper },
  'DELETE /paper': { answer: clearPaper },
  'POST /paper': { body: bodySchemas.paper, answer: loadPaper },
  'POST /card': { body: bodySchemas.card, answer: presentCard },
  'DELETE /card': { answer: removeCard },
  'POST /pin': { body: bodySchemas.pin, answer: typePin },
  'POST /digits': { body: bodySchemas.digits, answer: typeDigits },
  'POST /key': { body: bodySchemas.key, answer: pressKey },
  'POST /signature': { body: bodySchemas.signature, answer: sign },
  'POST /behaviour': { body: bodySchemas.behaviour, answer: chooseBehaviour },
  'GET /fault': { answer: terminal => terminal.faults.armed },
  'POST /fault': { body: bodySchemas.fault, answer: orderFault },
  'POST /restart': { body: bodySchemas.restart, answer: restart },
  'POST /cut': { answer: cut },
  'GET /scenario': { answer: listScenarios },
  'POST /scenario': { body: bodySchemas.scenario, answer: startScenario },
  'DELETE /scenario': { answer: endScenario },
};

function clearPaper({ device }: VirtualTerminal): unknown {
  device.clearPaper();
  return [];
}

function loadPaper({ device }: VirtualTerminal, { loaded }: Bodies['paper']): unknown {
  device.hasPaper = loaded;
  return { hasPaper: device.hasPaper };
}

function presentCard(terminal: VirtualTerminal, { card = 'girocard-contactless' }: Bodies['card']): unknown {
  return act(terminal, { type: 'card', card }, 'a card');
}

function removeCard(terminal: VirtualTerminal): unknown {
  return act(terminal, { type: 'removal' }, 'the removal of a card');
}

function typePin(terminal: VirtualTerminal, { pin }: Bodies['pin']): unknown {
  return act(terminal, { type: 'pin', pin }, 'a PIN');
}

function typeDigits(terminal: VirtualTerminal, { digits }: Bodies['digits']): unknown {
  return act(terminal, { type: 'digits', digits }, 'digits');
}

function pressKey(terminal: VirtualTerminal, { key }: Bodies['key']): unknown {
  return act(terminal, { type: 'key', key }, `the key ${key}`);
}

function sign(terminal: VirtualTerminal, { signed = true }: Bodies['signature']): unknown {
  return act(terminal, { type: 'signature', signed }, 'a signature');
}

function act(terminal: VirtualTerminal, action: CustomerAction, title: string): unknown {
  if (terminal.device.act(action)) return stateOf(terminal);
  throw new CallError(409, `the terminal does not wait for ${title} (it is in phase ${terminal.device.phase})`);
}

function chooseBehaviour(terminal: VirtualTerminal, choice: Bodies['behaviour']): unknown {
  Object.assign(terminal, pick(choice, ['behaviour', 'amountRules', 'unacknowledged']));
  const { behaviour, amountRules, unacknowledged } = terminal;
  return { behaviour, amountRules, unacknowledged };
}

function pick<T extends object>(value: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.flatMap(name => (name in value ? [[name, value[name]]] : []))) as Partial<T>;
}

function orderFault({ faults }: VirtualTerminal, fault: Bodies['fault']): unknown {
  faults.arm(fault);
  return faults.armed;
}

function cut(terminal: VirtualTerminal): unknown {
  terminal.cut();
  return stateOf(terminal);
}

function restart(terminal: VirtualTerminal, { downFor }: Bodies['restart']): unknown {
  terminal.restart(downFor);
  return stateOf(terminal);
}
