import { formatCount } from '#client/lib/format.ts';
import layout from './layout.module.css';
import { LinkButton } from './text-link.tsx';
import typography from './typography.module.css';

export const hiddenSelectionTexts = {
  hidden: (count: number, one: string, many: string) =>
    `${formatCount(count, `selected ${one} is`, `selected ${many} are`)} not shown`,
  drop: (count: number) => (count === 1 ? 'Deselect it' : 'Deselect these'),
} as const;

interface HiddenSelectionProps {
  selection: { hidden: readonly unknown[]; dropHidden: () => void };
  nouns: readonly [one: string, many: string];
}

/** Says how many selected rows have left the list, whatever the reason: an action would reach them unseen. */
export function HiddenSelection({ selection: { hidden, dropHidden }, nouns }: HiddenSelectionProps) {
  const count = hidden.length;
  return (
    <div role="status" className={count > 0 ? `${layout.line} ${layout.whole}` : undefined}>
      {count > 0 && (
        <>
          <span className={typography.name}>{hiddenSelectionTexts.hidden(count, ...nouns)}</span>
          <LinkButton onClick={dropHidden}>{hiddenSelectionTexts.drop(count)}</LinkButton>
        </>
      )}
    </div>
  );
}
