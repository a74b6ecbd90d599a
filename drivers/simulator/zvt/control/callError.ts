/** A call of the control that is refused: the status of its answer, and the sentence in it. */
export class CallError extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, sentence: string) {
    super(sentence);
    this.statusCode = statusCode;
  }
}
