import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { adminKey } from '#client/lib/admin-keys.ts';
import { failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { CheckField } from '#client/ui/check-field.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { limits } from '#domain/limits.ts';
import { isConfirmed } from '#domain/member-account.ts';
import {
  rehearsalLines,
  type SeasonEnd,
  type SeasonList,
  type SeasonRehearsal,
  seasonList,
} from '#domain/seasons.ts';
import { matchingQuery, rehearsalQuery, seasonsAddress, seasonsQuery } from './queries.ts';
import { seasonsTexts } from './texts.ts';

const texts = seasonsTexts.end;

/** Everything that the end of the season would do, and the act, for which its name is typed. */
export function EndSeason({ seasons: { current, ending } }: { seasons: SeasonList }) {
  const query = useQuery({ ...rehearsalQuery, enabled: ending === null });
  if (ending !== null) return <Notice tone="info">{texts.ending(ending)}</Notice>;
  return (
    <Panel title={texts.title(current)} subtitle={texts.about}>
      {query.error && <Notice tone="error">{failureMessage(query.error)}</Notice>}
      {query.data ? (
        <Rehearsed key={current} found={query.data} />
      ) : (
        !query.error && <Skeleton height="12rem" />
      )}
    </Panel>
  );
}

function Rehearsed({ found }: { found: SeasonRehearsal }) {
  const { season, next, members, closed } = found;
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map());
  const [typed, setTyped] = useState('');
  const end = useEndSeason(season);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!end.isPending) end.mutate({ confirm: typed, keep: [...kept.keys()] });
  }
  return (
    <div className={layout.split}>
      <div className={layout.stackL}>
        <p>{texts.members(members, closed)}</p>
        <ul className={typography.bullets}>
          {rehearsalLines(found).map((line) => (
            <li key={line} className={typography.wrap}>
              {line}
            </li>
          ))}
        </ul>
        <p className={typography.soft}>
          {texts.next(next)} <TextLink to="/admin/results">{texts.toResults}</TextLink> ·{' '}
          <TextLink to="/admin/settings/dates">{texts.toDates}</TextLink>
        </p>
      </div>
      <div className={layout.stackL}>
        <Keep kept={kept} onChange={setKept} />
        <form className={layout.stackM} onSubmit={submit}>
          <TextField
            label={<span className={typography.wrap}>{texts.confirm(season)}</span>}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {end.error && (
            <Notice tone="error">
              {texts.failed} {failureMessage(end.error)}
            </Notice>
          )}
          <div className={layout.actions}>
            <SubmitButton
              variant="default"
              busy={end.isPending}
              busyLabel={texts.busy}
              disabled={!isConfirmed(typed, season)}
            >
              {texts.button}
            </SubmitButton>
          </div>
        </form>
      </div>
    </div>
  );
}

interface KeepProps {
  /** Their names by uid. */
  kept: ReadonlyMap<string, string>;
  onChange: (kept: ReadonlyMap<string, string>) => void;
}

/** Members whom the lead ticks, who keep their account besides those of the club. */
function Keep({ kept, onChange }: KeepProps) {
  const [q, setQ] = useState('');
  const { data } = useQuery(matchingQuery(q));
  const matching = q === '' ? [] : (data?.members ?? []);
  const shown = new Map([...kept, ...matching.map(({ uid, fullName }) => [uid, fullName] as const)]);

  function tick(uid: string, name: string, isKept: boolean) {
    const next = new Map(kept);
    if (isKept) next.set(uid, name);
    else next.delete(uid);
    onChange(next);
  }
  return (
    <fieldset className={layout.stackS}>
      <legend className={typography.heading}>{texts.keep}</legend>
      <SearchField
        label={texts.search}
        placeholder={texts.search}
        maxLength={limits.name}
        value={q}
        onSearch={setQ}
      />
      {[...shown].map(([uid, name]) => (
        <CheckField
          key={uid}
          label={<bdi>{name}</bdi>}
          checked={kept.has(uid)}
          onChange={({ currentTarget }) => tick(uid, name, currentTarget.checked)}
        />
      ))}
      {q !== '' && data?.members.length === 0 && <p className={typography.soft}>{texts.nobody}</p>}
    </fieldset>
  );
}

function useEndSeason(season: string) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: SeasonEnd) => request(seasonsAddress, seasonList, { method: 'POST', body }),
    onSuccess: (answer) => {
      client.setQueryData(seasonsQuery.queryKey, answer);
      notify({ tone: 'success', text: texts.done(season) });
    },
    // Also after an answer that was lost: the season may have ended.
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  });
}
