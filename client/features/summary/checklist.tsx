import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { IconChevronRight } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { checklist, checklistItems, checklistState } from '#domain/checklist.ts';

const texts = {
  title: 'First steps',
  done: 'Done: ',
  hide: 'Hide List',
  address: (address: string) => `Students register at ${address}`,
} as const;

const path = '/api/admin/checklist';

export const checklistQuery = readQuery([...settingsKey, 'checklist'], path, checklistState);

/** The club's first decisions: each is done by a fact and leads to its place. Hidden once all are, or on request. */
export function Checklist({ plain = false }: { plain?: boolean }) {
  const client = useQueryClient();
  const { data } = useQuery(checklistQuery);
  const dismiss = useMutation({
    mutationFn: () => request(path, checklistState, { method: 'PUT', body: { dismissed: true } }),
    onSuccess: (answer) => client.setQueryData(checklistQuery.queryKey, answer),
  });
  if (!data || data.dismissed || data.done.length === checklistItems.length) return null;
  return (
    <Panel
      plain={plain}
      title={texts.title}
      aside={
        <LinkButton busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {texts.hide}
        </LinkButton>
      }
    >
      <div className={layout.stackL}>
        <ul className={layout.tiles}>
          {checklistItems.map((item) => {
            const { label, text, to } = checklist[item];
            const isDone = data.done.includes(item);
            const Icon = isDone ? IconCircleCheck : IconChevronRight;
            return (
              <li key={item} className={`${layout.media} ${layout.top}`}>
                <Icon size={20} stroke={1.8} aria-hidden="true" />
                <div className={layout.stackXs}>
                  <Link to={to}>{isDone ? `${texts.done}${label}` : label}</Link>
                  {!plain && <p className={typography.note}>{text}</p>}
                </div>
              </li>
            );
          })}
        </ul>
        <p className={`${typography.note} ${typography.wrap}`}>
          {texts.address(`${window.location.origin}/register`)}
        </p>
      </div>
    </Panel>
  );
}
