import { type ChangeEvent, isTextExcerpt } from '#domain/changes.ts';
import type { MemberListItem } from '#domain/member-list.ts';

/** The marks that the administrator sets on a submission. */
export type ReviewFlags = Partial<Pick<MemberListItem, 'submissionReviewed' | 'graded'>>;

const reviewFields = ['submissionReviewed', 'graded'] as const;

interface LatestValue {
  seq: number;
  value: unknown;
}

interface Proposal {
  uids: ReadonlySet<string>;
  flags: ReviewFlags;
}

/**
 * Everything newer than the loaded lists: the changes that the stream has sent, and the reviews that are being saved.
 * Lists stay as they were loaded, and a row is shown with both applied to it. So a response that was on its way when
 * something changed cannot bring the old value back.
 */
export class LiveRecords {
  readonly #latest = new Map<string, Map<string, LatestValue>>();
  readonly #versions = new Map<string, number>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #reviewSeqs = new Map<string, number>();
  readonly #batches = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #proposals: Proposal[] = [];
  #seq = 0;

  /** The log's number of the latest change; 0 before the first. A response requested now includes all up to it. */
  get seq(): number {
    return this.#seq;
  }

  /** The stream starts after this position in the log: a response requested now includes all up to it. */
  startAfter(seq: number): void {
    this.#seq = seq;
  }

  /** Adds a change from the stream. */
  add({ uid, seq, fields, batch }: ChangeEvent): void {
    const latest = this.#latest.get(uid) ?? new Map<string, LatestValue>();
    this.#latest.set(uid, latest);
    for (const [field, value] of Object.entries(fields)) {
      // Of a long text the stream carries only an excerpt; the record is loaded again.
      if (!isTextExcerpt(value)) latest.set(field, { seq, value });
    }
    if (reviewFields.some((field) => field in fields)) this.#reviewSeqs.set(uid, seq);
    this.#seq = seq;
    if (batch) this.#batches.set(batch, this.batchCount(batch) + 1);
    this.#touch([uid]);
    for (const look of [...this.#waiting]) look();
  }

  /** Shows a review that is being saved in the members' rows. @returns a function that withdraws it */
  propose(uids: readonly string[], flags: ReviewFlags): () => void {
    const proposal = { uids: new Set(uids), flags };
    this.#proposals.push(proposal);
    this.#touch(uids);
    return () => {
      this.#proposals = this.#proposals.filter((other) => other !== proposal);
      this.#touch(uids);
    };
  }

  /** The log's number of the latest change of a member's review that the stream has sent; 0 for none. */
  reviewSeq(uid: string): number {
    return this.#reviewSeqs.get(uid) ?? 0;
  }

  /** How many changes of a batch the stream has sent. */
  batchCount(batch: string): number {
    return this.#batches.get(batch) ?? 0;
  }

  /** Resolves once the stream has made `condition` true; rejects when the signal aborts. */
  until(condition: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!condition()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      const giveUp = () => {
        this.#waiting.delete(look);
        reject(signal.reason);
      };
      look();
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** The row to show for a list that was read at the log's `seq`. The same object if nothing is newer. */
  shown<Row extends MemberListItem>(row: Row, seq: number): Row {
    const newer: Record<string, unknown> = {};
    for (const [field, latest] of this.#latest.get(row.uid) ?? []) {
      // The stream sends fields that a list leaves out, such as the description.
      if (latest.seq > seq && field in row) newer[field] = latest.value;
    }
    for (const { uids, flags } of this.#proposals) if (uids.has(row.uid)) Object.assign(newer, flags);
    return Object.keys(newer).length > 0 ? { ...row, ...newer } : row;
  }

  /** Whether a review of this member is being saved. */
  isProposed(uid: string): boolean {
    return this.#proposals.some(({ uids }) => uids.has(uid));
  }

  /** A number that changes whenever the member's row may look different. */
  version(uid: string): number {
    return this.#versions.get(uid) ?? 0;
  }

  subscribe(uid: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(uid) ?? new Set();
    this.#listeners.set(uid, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(uid) === listeners) this.#listeners.delete(uid);
    };
  }

  #touch(uids: readonly string[]): void {
    for (const uid of uids) this.#versions.set(uid, this.version(uid) + 1);
    for (const uid of uids) for (const listener of this.#listeners.get(uid) ?? []) listener();
  }
}
