import { IconCopy, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { selectionTexts as texts } from '#client/features/member-list/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import toolbar from '#client/ui/toolbar.module.css';
import type { MemberListItem } from '#domain/member-list.ts';
import { type Outcome, outcomes } from '#domain/outcomes.ts';
import type { ReviewFlags } from '#domain/review.ts';
import { reviewManyCap } from '#domain/review.ts';
import { RemoveSelected } from './remove-selected.tsx';
import classes from './selection-bar.module.css';

const actions: readonly { label: string; flags: ReviewFlags }[] = [
  { label: texts.reviewed, flags: { submissionReviewed: true } },
  { label: texts.graded, flags: { graded: true } },
  { label: texts.reviewedAndGraded, flags: { submissionReviewed: true, graded: true } },
  { label: texts.notReviewed, flags: { submissionReviewed: false } },
  { label: texts.notGraded, flags: { graded: false } },
];

interface SelectionBarProps {
  selected: number;
  total: number;
  loaded: number;
  onSelectAll: () => Promise<void>;
  /** Selects this many from the top of the list, in its order. */
  onSelectFirst: (count: number) => Promise<void>;
  onReview: (flags: ReviewFlags) => Promise<void>;
  onDecide: (outcome: Outcome | null) => Promise<unknown>;
  onCopy: () => Promise<void>;
  members: readonly MemberListItem[];
  onClear: () => void;
}

export function SelectionBar(props: SelectionBarProps) {
  const {
    selected,
    total,
    loaded,
    onSelectAll,
    onSelectFirst,
    onReview,
    onDecide,
    onCopy,
    members,
    onClear,
  } = props;
  const [busy, setBusy] = useState(false);
  const reachable = Math.min(total, reviewManyCap);

  async function run(work: () => Promise<unknown>) {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div data-screen-only className={`${layout.card} ${toolbar.bar}`} role="group" aria-label={texts.label}>
      <p className={classes.count} role="status">
        {selected === 0 ? texts.none : texts.count(selected)}
      </p>
      {selected < reachable && (selected >= Math.min(loaded, reviewManyCap) || selected === 0) && (
        <Button variant="subtle" size="sm" busy={busy} onClick={() => void run(onSelectAll)}>
          {total > reviewManyCap ? texts.firstOnes(reviewManyCap) : texts.all(total)}
        </Button>
      )}
      <FirstOnes busy={busy} onSelect={(count) => void run(() => onSelectFirst(count))} />
      {selected > 0 && (
        <>
          {actions.map(({ label, flags }) => (
            <Button
              key={label}
              variant="default"
              size="sm"
              busy={busy}
              onClick={() => void run(() => onReview(flags))}
            >
              {label}
            </Button>
          ))}
          {[...outcomes, null].map((outcome) => (
            <Button
              key={outcome}
              variant="default"
              size="sm"
              busy={busy}
              onClick={() => void run(() => onDecide(outcome))}
            >
              {texts.decide[outcome ?? 'none']}
            </Button>
          ))}
          <Button variant="default" size="sm" icon={IconCopy} onClick={() => void onCopy()}>
            {texts.copyEmails}
          </Button>
          <RemoveSelected members={members} onRemoved={onClear} />
          <Button variant="subtle" size="sm" icon={IconX} onClick={onClear}>
            {texts.clear}
          </Button>
        </>
      )}
    </div>
  );
}

/** Selects a number of members from the top of the list: the best 20 of an order by requirements met. */
function FirstOnes({ busy, onSelect }: { busy: boolean; onSelect: (count: number) => void }) {
  const [count, setCount] = useState('20');
  return (
    <form
      className={layout.line}
      onSubmit={(event) => {
        event.preventDefault();
        onSelect(Number(count));
      }}
    >
      <Button type="submit" variant="subtle" size="sm" busy={busy}>
        {texts.first}
      </Button>
      <TextField
        className={classes.number ?? ''}
        type="number"
        aria-label={texts.firstCount}
        min={1}
        max={reviewManyCap}
        required
        value={count}
        onChange={(event) => setCount(event.currentTarget.value)}
      />
    </form>
  );
}
