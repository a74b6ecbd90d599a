/** What leaves the bridge by itself: mail and notifications. */
import type { Language } from '../domain/money.ts';

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

export interface Pushes {
  /** Inside a job. `target` is the type of the changed object, `id` the object. */
  queue(push: {
    readonly merchant: string;
    readonly url: string;
    readonly target: string;
    readonly type: 'changed' | 'added' | 'display';
    readonly id: string;
  }): void;
}
