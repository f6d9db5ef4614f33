import { useQuery } from '@tanstack/react-query';
import { Button } from '#client/ui/button.tsx';
import { outcomeLabel, outcomes } from '#domain/outcomes.ts';
import classes from './outcome-choice.module.css';
import { outcomeQuery } from './queries.ts';
import { decideTexts as texts } from './texts.ts';
import { useDecide } from './use-decide.ts';

interface OutcomeChoiceProps {
  uid: string;
  /** Gets the number of each change, once it is known; null for one that cannot be undone. */
  onDecide?: (change: Promise<number | null>) => void;
}

/** One member's outcome, for the administrator: four buttons, of which one is pressed. */
export function OutcomeChoice({ uid, onDecide }: OutcomeChoiceProps) {
  const { data } = useQuery(outcomeQuery(uid));
  const decide = useDecide();
  return (
    <fieldset>
      <legend className={classes.legend}>{texts.legend}</legend>
      <div className={classes.buttons}>
        {[...outcomes, null].map((outcome) => (
          <Button
            key={outcome}
            variant="default"
            size="sm"
            disabled={!data}
            aria-pressed={data?.outcome === outcome}
            onClick={() => {
              const change = decide([uid], outcome);
              if (onDecide) onDecide(change);
            }}
          >
            {outcomeLabel(outcome)}
          </Button>
        ))}
      </div>
      {data?.released && <p className={classes.hint}>{texts.releasedHint}</p>}
    </fieldset>
  );
}
