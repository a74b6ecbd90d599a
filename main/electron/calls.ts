/** Calls between the shell and the process of the bridge: each side has functions that the other one calls by messages. */
type Functions = { readonly [name: string]: (...args: never[]) => unknown };

/** A message of the port; Electron copies it by structured clone. */
export type CallMessage =
  | { readonly call: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly answer: number; readonly value?: unknown; readonly error?: string };

export interface Calls<Theirs extends Functions> {
  /** Throws what the function of the other side threw, as its message. Never ends where the other side does not answer. */
  call<K extends keyof Theirs & string>(
    name: K,
    ...args: Parameters<Theirs[K]>
  ): Promise<Awaited<ReturnType<Theirs[K]>>>;
  receive(message: CallMessage): void;
}

export function callsOver<Theirs extends Functions>(
  post: (message: CallMessage) => void,
  own: Functions,
): Calls<Theirs> {
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let last = 0;

  async function answer(call: number, name: string, args: readonly unknown[]) {
    try {
      post({ answer: call, value: await own[name]!(...(args as never[])) });
    } catch (error) {
      post({ answer: call, error: (error as Error).message });
    }
  }

  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        post({ call: last, name, args });
      }),
    receive(message) {
      if ('call' in message) return void answer(message.call, message.name, message.args);
      const { answer: id, value, error } = message;
      const call = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) call?.resolve(value as never);
      else call?.reject(new Error(error));
    },
  };
}
