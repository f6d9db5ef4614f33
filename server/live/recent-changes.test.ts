import { expect, it } from 'vitest';
import { RecentChanges } from './recent-changes.ts';

const kilobyte = 1024;

function filledWith(count: number, bytes: number): RecentChanges {
  const recent = new RecentChanges();
  recent.startAfter(100);
  for (let seq = 101; seq <= 100 + count; seq += 1) {
    recent.add({ seq, uid: 'asha', chunk: new Uint8Array(bytes) });
  }
  return recent;
}

const numbers = (changes: { seq: number }[] | null) => changes?.map(({ seq }) => seq) ?? null;

it('gives the changes after the one that a client saw last, without that one', () => {
  const recent = filledWith(3, 10);
  expect(numbers(recent.after(100))).toEqual([101, 102, 103]);
  expect(numbers(recent.after(102))).toEqual([103]);
  expect(numbers(recent.after(103))).toEqual([]);
});

it('gives nothing to a client that saw less than it remembers', () => {
  expect(filledWith(3, 10).after(99)).toBeNull();
});

it('keeps 128 KiB, and forgets the oldest changes first', () => {
  expect(numbers(filledWith(4, 32 * kilobyte).after(100))).toEqual([101, 102, 103, 104]);
  const full = filledWith(6, 32 * kilobyte);
  expect(full.after(101)).toBeNull();
  expect(numbers(full.after(102))).toEqual([103, 104, 105, 106]);
});
