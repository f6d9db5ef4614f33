import type { KeyboardEvent } from 'react';

const control = 'a, button, input';

/** ArrowUp and ArrowDown move the focus to the same control in the row above or below. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  const cell = event.target.closest<HTMLElement>('[data-column]');
  const row = event.target.closest<HTMLElement>('[data-index]');
  if (!cell || !row) return;
  const step = event.key === 'ArrowDown' ? 1 : -1;
  const next = event.currentTarget.querySelector(`[data-index="${Number(row.dataset.index) + step}"]`);
  const controls = [...cell.querySelectorAll(control)];
  const others = next?.querySelectorAll<HTMLElement>(
    `[data-column="${cell.dataset.column}"] :is(${control})`,
  );
  const wanted = others?.[controls.indexOf(event.target)] ?? next?.querySelector<HTMLElement>(control);
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
}
