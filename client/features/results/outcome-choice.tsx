import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import { outcomeLabel, outcomes } from '#domain/outcomes.ts';
import { outcomeQuery } from './queries.ts';
import { decideTexts as texts } from './texts.ts';
import { useDecide } from './use-decide.ts';

interface OutcomeChoiceProps {
  uid: string;
  /** Gets the number of each change, once it is known; null for one that cannot be undone. */
  onDecide?: (change: Promise<number | null>) => void;
}

export function OutcomeChoice({ uid, onDecide }: OutcomeChoiceProps) {
  const { data } = useQuery(outcomeQuery(uid));
  const decide = useDecide();
  const client = useQueryClient();
  function shown() {
    const known = client.getQueryData(outcomeQuery(uid).queryKey);
    return known && [{ uid, outcome: known.outcome }];
  }
  return (
    <fieldset>
      <legend className={typography.label}>{texts.legend}</legend>
      <div className={layout.row}>
        {[...outcomes, null].map((outcome) => (
          <Button
            key={outcome}
            variant="default"
            size="sm"
            disabled={!data}
            aria-pressed={data?.outcome === outcome}
            onClick={() => {
              const change = decide({ uids: [uid], outcome, shown });
              onDecide?.(change.then((answer) => answer?.seq ?? null));
            }}
          >
            {outcomeLabel(outcome)}
          </Button>
        ))}
      </div>
      {data?.released && <p className={typography.note}>{texts.releasedHint(data.sendsMail)}</p>}
    </fieldset>
  );
}
