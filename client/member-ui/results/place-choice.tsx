import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage, request } from '#client/lib/api.ts';
import { timeZone } from '#client/lib/format.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { resultQuery } from '#client/member-ui/answer-queries.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Question } from '#client/ui/question.tsx';
import typography from '#client/ui/typography.module.css';
import { moment } from '#domain/days.ts';
import type { Place, PlaceAnswer } from '#domain/places.ts';
import { memberResult } from '#domain/results.ts';
import { placeChoiceTexts as texts } from './my-result-texts.ts';

/** The button that a confirmed place leads to. */
export const certificateId = 'certificate';

/** Asks whether the member takes the place; a confirmed one can be given back. */
export function PlaceChoice({ place }: { place: Place }) {
  const client = useQueryClient();
  const [declining, setDeclining] = useState(false);
  const answer = useMutation({
    mutationFn: (body: { answer: PlaceAnswer }) =>
      request('/api/me/place', memberResult, { method: 'POST', body }),
    // A refusal says that the place is not as the page shows it.
    onSettled: async (_, error, { answer: given }) => {
      await client.invalidateQueries({ queryKey: resultQuery.queryKey });
      // The pressed button is gone then.
      if (!error && given === 'yes')
        requestAnimationFrame(() => document.getElementById(certificateId)?.focus());
    },
  });
  if (place.state !== 'open' && place.state !== 'confirmed') return null;
  const isOpen = place.state === 'open';
  return (
    <div className={layout.stackS}>
      <p className={isOpen ? typography.name : typography.prose}>
        {isOpen ? texts.ask(moment(place.until, timeZone())) : texts.confirmed}
      </p>
      <div className={layout.actions}>
        {isOpen && (
          <Button busy={answer.isPending} onClick={() => answer.mutate({ answer: 'yes' })}>
            {texts.yes}
          </Button>
        )}
        <Button
          variant={isOpen ? 'default' : 'subtle'}
          busy={answer.isPending}
          onClick={() => setDeclining(true)}
        >
          {isOpen ? texts.no : texts.giveBack}
        </Button>
      </div>
      {answer.error && <Notice tone="error">{texts.failed(failureMessage(answer.error))}</Notice>}
      {declining && (
        <Question
          texts={texts.question}
          onNo={() => setDeclining(false)}
          onYes={() => {
            setDeclining(false);
            answer.mutate({ answer: 'no' });
          }}
        />
      )}
    </div>
  );
}
