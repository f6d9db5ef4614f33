import { useQuery } from '@tanstack/react-query';
import { Button } from '#client/ui/button.tsx';
import { outcomeLabel, outcomes } from '#domain/outcomes.ts';
import classes from './outcome-choice.module.css';
import { outcomeQuery } from './queries.ts';
import { decideTexts as texts } from './texts.ts';
import { useDecide } from './use-decide.ts';

/** One member's outcome, for the administrator: four buttons, of which one is pressed. */
export function OutcomeChoice({ uid }: { uid: string }) {
  const { data } = useQuery(outcomeQuery(uid));
  const decide = useDecide();
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{texts.legend}</legend>
      <div className={classes.buttons}>
        {[...outcomes, null].map((outcome) => (
          <Button
            key={outcome}
            variant="default"
            size="sm"
            disabled={!data}
            aria-pressed={data?.outcome === outcome}
            onClick={() => void decide([uid], outcome)}
          >
            {outcomeLabel(outcome)}
          </Button>
        ))}
      </div>
      {data?.released && <p className={classes.hint}>{texts.releasedHint}</p>}
    </fieldset>
  );
}
