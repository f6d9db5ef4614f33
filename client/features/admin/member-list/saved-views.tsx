import { TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { failureMessage, request } from '#client/lib/api.ts';
import { cacheAnswer } from '#client/lib/cache-answer.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Dropdown } from '#client/ui/dropdown.tsx';
import iconButton from '#client/ui/icon-button.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { savedViewLimits, savedViewList, savedViewTexts, type ViewList } from '#domain/saved-views.ts';
import { useUrlState } from '../use-url-state.ts';
import classes from './saved-views.module.css';

const address = '/api/admin/saved-views';

const savedViewsQuery = queryOptions({
  queryKey: ['admin', 'saved-views'] as const,
  queryFn: ({ signal }) => request(address, savedViewList, { signal }),
});

function useViewWrites() {
  const client = useQueryClient();
  const onSuccess = (answer: Awaited<ReturnType<typeof write>>) =>
    cacheAnswer(client, savedViewsQuery.queryKey, answer);
  const write = (method: 'PUT' | 'DELETE', path: string, body: object) =>
    request(path, savedViewList, { method, body });
  return {
    save: useMutation({
      mutationFn: (view: { list: ViewList; name: string; query: string }) => write('PUT', address, view),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => write('DELETE', `${address}/${encodeURIComponent(id)}`, {}),
      onSuccess,
    }),
  };
}

/** The saved views of a list: each is an address, and the present one can be saved. */
export function SavedViews({ list }: { list: ViewList }) {
  return (
    <Dropdown label={savedViewTexts.button} icon={<IconBookmark size={17} stroke={1.8} aria-hidden="true" />}>
      {(close) => <Views list={list} onChoose={close} />}
    </Dropdown>
  );
}

function Views({ list, onChoose }: { list: ViewList; onChoose: () => void }) {
  const { data, error } = useQuery(savedViewsQuery);
  const { save, remove } = useViewWrites();
  const { search } = useUrlState();
  const [name, setName] = useState('');
  const views = data?.views.filter((view) => view.list === list) ?? [];
  const failure = save.error ?? remove.error ?? error;

  function submit(event: FormEvent) {
    event.preventDefault();
    const query = new URLSearchParams(search);
    query.delete('member');
    save.mutate({ list, name, query: query.toString() }, { onSuccess: () => setName('') });
  }

  return (
    <div className={classes.panel}>
      <p className={classes.title}>{savedViewTexts.title}</p>
      {views.length === 0 && <p className={classes.none}>{savedViewTexts.none}</p>}
      <ul className={classes.views}>
        {views.map((view) => (
          <li key={view.id}>
            <Link className={classes.view ?? ''} to={`?${view.query}`} preventScrollReset onClick={onChoose}>
              {view.name}
            </Link>
            <button
              type="button"
              className={iconButton.button}
              aria-label={savedViewTexts.delete(view.name)}
              disabled={remove.isPending}
              onClick={() => remove.mutate(view.id)}
            >
              <IconTrash size={17} stroke={1.8} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label={savedViewTexts.name}
          maxLength={savedViewLimits.name}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SubmitButton busy={save.isPending} busyLabel={savedViewTexts.saving}>
          {savedViewTexts.save}
        </SubmitButton>
      </form>
      {failure && <Notice tone="error">{failureMessage(failure)}</Notice>}
    </div>
  );
}
