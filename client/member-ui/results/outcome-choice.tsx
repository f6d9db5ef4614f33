import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import { type Outcome, outcomeLabel, outcomes } from '#domain/outcomes.ts';
import { CorrectionQuestion } from './correction-question.tsx';
import { decideTexts as texts } from './decide-texts.ts';
import { PendingCorrectionView } from './pending-correction.tsx';
import { outcomeQuery } from './queries.ts';
import { useDecide } from './use-decide.ts';

interface OutcomeChoiceProps {
  uid: string;
  name: string;
  /** Gets the number of each change, once it is known; null for one that cannot be undone. */
  onDecide?: (change: Promise<number | null>) => void;
}

/** Sets a member's outcome. Once the results are released, it asks for a correction instead. */
export function OutcomeChoice({ uid, name, onDecide }: OutcomeChoiceProps) {
  const { data } = useQuery(outcomeQuery(uid));
  const decide = useDecide();
  const client = useQueryClient();
  const [asking, setAsking] = useState<{ before: Outcome | null; after: Outcome | null } | null>(null);
  function shown() {
    const known = client.getQueryData(outcomeQuery(uid).queryKey);
    return known && [{ uid, outcome: known.outcome }];
  }
  function choose(outcome: Outcome | null) {
    if (!data?.released) {
      const change = decide({ uids: [uid], outcome, shown });
      onDecide?.(change.then((answer) => answer?.seq ?? null));
    } else if (data.outcome !== outcome) setAsking({ before: data.outcome, after: outcome });
  }
  return (
    <fieldset className={layout.stackS}>
      <legend className={typography.label}>{texts.legend}</legend>
      <div className={layout.row}>
        {[...outcomes, null].map((outcome) => (
          <Button
            key={outcome}
            variant="default"
            size="sm"
            disabled={!data || data.correction !== null}
            aria-pressed={data?.outcome === outcome}
            onClick={() => choose(outcome)}
          >
            {outcomeLabel(outcome)}
          </Button>
        ))}
      </div>
      {data?.released && !data.correction && <p className={typography.note}>{texts.releasedHint}</p>}
      <div role="status">
        {data?.correction && <PendingCorrectionView uid={uid} name={name} correction={data.correction} />}
      </div>
      {asking && (
        <CorrectionQuestion
          uid={uid}
          name={name}
          sendsMail={data?.sendsMail ?? false}
          {...asking}
          onClose={() => setAsking(null)}
        />
      )}
    </fieldset>
  );
}
