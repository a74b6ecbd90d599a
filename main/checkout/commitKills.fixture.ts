/** Kills at every commit: what the disk held, and what the card terminal had done by then. */
import { temporaryDirectory } from '../doubles/bridge.fixture.ts';
import type { TerminalMemory } from '../doubles/terminalMemory.ts';
import { copyDirectory } from '../store/directoryCopy.fixture.ts';
import type { Ledger } from '../world/sales.ts';

/** A disk as a kill would leave it, with the terminal as it was when the commit was made, and just before the next one. */
interface Kill {
  readonly data: string;
  readonly memories: TerminalMemory[];
}

/** Takes a copy after each commit, from the moment at which `from` names the directory and the terminal. */
export function commitKills() {
  const kills: Kill[] = [];
  let source: { readonly data: string; readonly memory: TerminalMemory } | null = null;
  const write =
    (inner: Ledger['write']): Ledger['write'] =>
    async job => {
      if (source) kills.at(-1)?.memories.push(copyOf(source.memory));
      const value = await inner(job);
      if (!source) return value;
      const data = temporaryDirectory();
      copyDirectory(source.data, data);
      kills.push({ data, memories: [copyOf(source.memory)] });
      return value;
    };
  return {
    kills,
    write,
    from(data: string, memory: TerminalMemory) {
      source = { data, memory };
    },
  };
}

const copyOf = (memory: TerminalMemory): TerminalMemory => ({
  ...memory,
  amounts: new Map(memory.amounts),
  commands: [...memory.commands],
  endings: [],
  totals: { ...memory.totals },
  held: new Map(memory.held),
  answers: [...memory.answers],
  asked: { ...memory.asked },
});
