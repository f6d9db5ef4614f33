import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayText, momentText } from '#client/lib/format.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/loaded.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Question } from '#client/ui/question.tsx';
import typography from '#client/ui/typography.module.css';
import type { Trash } from '#domain/trash.ts';
import { trashQuery, useTrashAction } from './queries.ts';
import { trashTexts as texts } from './texts.ts';

/** The removed members, who can be restored or removed for good. */
export function TrashPanel() {
  const query = useQuery(trashQuery);
  return (
    <Panel title={texts.title} subtitle={texts.about}>
      <Loaded query={query} failed={texts.loadFailed} height="6rem">
        {(data) => <Removed {...data} />}
      </Loaded>
    </Panel>
  );
}

function Removed({ members, total }: Trash) {
  const [asked, setAsked] = useState<{ uid: string; name: string } | null>(null);
  const act = useTrashAction();
  if (total === 0) return <p className={typography.soft}>{texts.empty}</p>;
  return (
    <>
      <ul className={layout.rows}>
        {members.map(({ uid, fullName, email, removedAt, until }) => {
          const name = fullName || email;
          return (
            <li key={uid} className={layout.ends}>
              <div className={`${layout.stackXs} ${typography.wrap}`}>
                <bdi className={typography.name}>{name}</bdi>
                <p className={typography.fact}>
                  {texts.fact(email, momentText(removedAt), dayText(until, ''))}
                </p>
              </div>
              <div className={layout.row}>
                <Button variant="default" size="sm" onClick={() => act({ uid, name, forGood: false })}>
                  {texts.restore}
                </Button>
                <Button variant="default" size="sm" onClick={() => setAsked({ uid, name })}>
                  {texts.remove}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {total > members.length && <p className={typography.soft}>{texts.more(total - members.length)}</p>}
      {asked && (
        <Question
          texts={{ ...texts.question, title: texts.question.title(asked.name) }}
          onYes={() => {
            setAsked(null);
            act({ ...asked, forGood: true });
          }}
          onNo={() => setAsked(null)}
        />
      )}
    </>
  );
}
