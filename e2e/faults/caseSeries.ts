/** A series of cases, one after the other: each counter serves so many, and a case that a busy machine has spoiled is tried once more. */

export interface CaseResult<Point> {
  readonly point: Point;
  /** `right`: journal and terminal agree; `person`: nothing wrong was said, but only a person can decide. */
  readonly ending: 'right' | 'person' | 'wrong';
  /** True when the exchange was long enough to reach the point. */
  readonly cut: boolean;
  readonly problems: readonly string[];
  /** The rows of journal and terminal, where they contradict each other. */
  readonly evidence: readonly string[];
  /** From the fault to the verdict, ms. */
  readonly took: number;
}

interface Series<Point, Shop> {
  /** After so many cases a fresh counter: receipt numbers and rows stay few. */
  readonly most: number;
  /** True when both points can be played at one counter. */
  readonly isAlike: (before: Point, point: Point) => boolean;
  readonly open: (point: Point) => Promise<Shop>;
  /** `number`: the case at this counter, from 1. */
  readonly play: (shop: Shop, point: Point, number: number) => Promise<CaseResult<Point>>;
}

/** Goes through the points in order; counters are opened and thrown away as needed. */
export async function* caseSeries<Point, Shop extends { close(): Promise<void> }>(
  points: Iterable<Point>,
  { most, isAlike, open, play }: Series<Point, Shop>,
): AsyncGenerator<CaseResult<Point>> {
  let shop: Shop | undefined;
  let before: Point | undefined;
  let cases = 0;

  async function attempt(point: Point): Promise<CaseResult<Point>> {
    if (!shop || before === undefined || !isAlike(before, point) || cases >= most) {
      await shop?.close();
      [shop, before, cases] = [await open(point), point, 0];
    }
    cases += 1;
    return play(shop, point, cases);
  }

  try {
    for (const point of points) {
      // A machine that is too busy may spoil what comes before the fault: once more with everything new.
      const result = await attempt(point).catch(() => {
        cases = most;
        return attempt(point).catch(error => broken(point, error));
      });
      yield result;
      // A wrong or undecided case would be found again by every case that follows.
      if (result.ending !== 'right') cases = most;
    }
  } finally {
    await shop?.close();
  }
}

/** A step failed that should have worked before the line was touched. */
const broken = <Point>(point: Point, error: unknown): CaseResult<Point> => ({
  ...{ point, ending: 'wrong', cut: false },
  ...{ problems: [String(error)], evidence: [], took: 0 },
});
