import { type Ref, useId } from 'react';
import type { Reviews } from '#client/member-ui/reviews/use-reviews.ts';
import { TextField } from '#client/ui/field.tsx';
import { KeyHint } from '#client/ui/key-hint.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import typography from '#client/ui/typography.module.css';
import { deskTexts, feedbackTexts as texts } from '#domain/desk-texts.ts';
import { listed } from '#domain/invisible.ts';
import { highestScore, type Opinion } from '#domain/opinions.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { useSavedText } from './use-saved-text.ts';

interface OwnOpinionProps {
  review: SubmissionReview;
  reviews: Reviews;
  score: Ref<HTMLInputElement>;
}

/** The reviewer's own scores, one for each of the club's criteria. */
export function OwnOpinion({ review, reviews, score }: OwnOpinionProps) {
  return (
    <div className={`${layout.columns} ${layout.even}`}>
      {review.rules.criteria.map((name, index) => (
        <Score key={name} name={name} review={review} reviews={reviews} field={index === 0 ? score : null} />
      ))}
    </div>
  );
}

interface ScoreProps extends Omit<OwnOpinionProps, 'score'> {
  name: string;
  field: Ref<HTMLInputElement>;
}

/** A score saves itself. With the last one the opinion counts. */
function Score({ name, review: { member, opinion }, reviews, field }: ScoreProps) {
  const { uid, submittedAt } = member;
  const { is, text, setText, keepMine, stored } = useSavedText({
    name: `${uid}/${submittedAt}/score/${name}`,
    stored: String(opinion.scores.find(({ criterion }) => criterion === name)?.score ?? ''),
    async save(typed) {
      if (!isScore(typed)) return false;
      const changed = [{ criterion: name, score: typed === '' ? null : Number(typed) }];
      return reviews.save(member, { submittedAt }, { opinion: { scores: changed, unfinished: true } });
    },
  });
  return (
    <TextField
      ref={field}
      type="number"
      inputMode="numeric"
      min={0}
      max={highestScore}
      placeholder={texts.scoreHint}
      label={name}
      after={field && <KeyHint keys="P" />}
      description={is === 'conflict' ? texts.scoreElsewhere(stored) : undefined}
      error={isScore(text) ? is === 'failed' && texts.failed : texts.scoreHint}
      aria-keyshortcuts={field ? 'P' : undefined}
      disabled={member.githubLink === null}
      value={text}
      onChange={(event) => {
        if (is === 'conflict') keepMine();
        setText(event.currentTarget.value);
      }}
    />
  );
}

function isScore(text: string): boolean {
  return /^(\d|10)?$/.test(text);
}

/** The opinions of others, which the server withholds until one's own counts. */
export function OtherOpinions({ review: { others, otherOpinions } }: Pick<OwnOpinionProps, 'review'>) {
  const id = useId();
  if (otherOpinions === 0) return null;
  return (
    <section className={layout.stackM} aria-labelledby={id} aria-live="polite">
      <h3 id={id} className={typography.caption}>
        {texts.opinions}
      </h3>
      {others.length === 0 && <p className={typography.soft}>{texts.withheld(otherOpinions)}</p>}
      <OpinionList opinions={others} />
    </section>
  );
}

export function OpinionList({ opinions }: { opinions: readonly Opinion[] }) {
  return opinions.map(({ by, score, scores, met, comment, savedAt }) => (
    <div key={`${by} ${savedAt}`} className={`${layout.card} ${layout.boxed} ${layout.stackXs}`}>
      <p className={layout.ends}>
        <bdi className={typography.name}>{by}</bdi>
        <span className={typography.fact}>{score === null ? texts.noScore : texts.ofTen(score)}</span>
      </p>
      {scores.length > 1 && (
        <p className={typography.note}>
          {listed(scores.map(({ criterion, score: one }) => `${criterion} ${one}`))}
        </p>
      )}
      {comment && (
        <p className={typography.written}>
          <LinkedText text={comment} />
        </p>
      )}
      {met.length > 0 && (
        <p className={typography.note}>
          {deskTexts.requirements}: {listed(met)}
        </p>
      )}
    </div>
  ));
}
