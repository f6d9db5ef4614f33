import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage, reads, request } from '#client/lib/api.ts';
import { dayText } from '#client/lib/format.ts';
import { resultKey } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Question } from '#client/ui/question.tsx';
import { ownMembership, membershipTexts as texts } from '#domain/membership.ts';

const address = '/api/me/membership';
const membershipQuery = queryOptions({
  // Below the key of the result, which makes somebody a member.
  queryKey: [...resultKey, 'membership'],
  queryFn: reads(address, ownMembership),
});

/** The membership of somebody who is or was in the club, who can leave it. */
export function ClubPanel() {
  const { data } = useQuery(membershipQuery);
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => request(address, ownMembership, { method: 'DELETE', body: {} }),
    onSuccess: (answer) => client.setQueryData(membershipQuery.queryKey, answer),
  });
  const membership = data?.membership;
  if (!membership) return null;
  const { since, season, role, leftOn } = membership;
  return (
    <Panel title={texts.title}>
      <div className={layout.stackM}>
        <p>{[texts.since(dayText(since, '')), season, role].filter(Boolean).join(' · ')}</p>
        {leftOn !== null && <p>{texts.left(dayText(leftOn, ''))}</p>}
        {leave.error && (
          <Notice tone="error">
            {texts.failed} {failureMessage(leave.error)}
          </Notice>
        )}
        {leftOn === null && (
          <div className={layout.row}>
            <Button variant="default" size="sm" busy={leave.isPending} onClick={() => setAsking(true)}>
              {texts.leave}
            </Button>
          </div>
        )}
      </div>
      {asking && (
        <Question
          texts={texts.question}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            leave.mutate();
          }}
        />
      )}
    </Panel>
  );
}
