/** Messages that the bridge sends of its own accord: mail and notifications. */
import type { Language } from '../domain/money.ts';
import type { PushEventName } from '../wire/pushEvents.ts';

/** Mails to customers; sent after the commit. */
export interface Mails {
  /** Inside a job. */
  queue(mail: {
    readonly merchant: string;
    readonly sale: string;
    readonly recipient: string;
    readonly template: string;
    readonly language: Language;
  }): void;
}

/** Tells the address a caller gave, and everybody who listens, of a change (specification, "Events"); written with the change itself. */
export interface Pushes {
  /** Inside a job. `target` is the type of the changed object, `id` the object; `url` null where no caller gave an address. */
  queue(push: {
    readonly merchant: string;
    readonly url: string | null;
    readonly target: string;
    readonly type: 'changed' | 'added' | 'display';
    readonly id: string;
    readonly event: PushEventName;
  }): void;
}
