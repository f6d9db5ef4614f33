// biome-ignore-all lint/a11y/noRedundantRoles: some browsers see no table in the cards of a phone
import { useQuery } from '@tanstack/react-query';
import { reviewKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { formatNumber } from '#client/lib/format.ts';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import table from '#client/ui/table.module.css';
import typography from '#client/ui/typography.module.css';
import { type ReviewFigures as ReviewFiguresData, reviewFigures } from '#domain/opinions.ts';
import { figuresTexts as texts } from './texts.ts';

const figuresQuery = {
  // Below the key of reviews, so that a new opinion refreshes it.
  queryKey: [...reviewKey, 'figures'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request('/api/admin/review-figures', reviewFigures, { signal }),
};

function Figures({ reviewers }: ReviewFiguresData) {
  if (reviewers.length === 0) return <p className={typography.soft}>{texts.none}</p>;
  return (
    <table role="table" className={`${table.table} ${table.cards}`}>
      <thead role="rowgroup">
        <tr role="row">
          {texts.columns.map((label) => (
            <th key={label} role="columnheader" scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {reviewers.map(({ name, count, mean, difference }) => (
          <tr key={name} role="row">
            <th role="rowheader" scope="row">
              <bdi>{name}</bdi>
            </th>
            {[
              formatNumber(count),
              mean === null ? texts.missing : formatNumber(mean),
              difference === null ? texts.missing : texts.difference(difference),
            ].map((value, index) => (
              <td key={texts.columns[index + 1]} role="cell" data-label={texts.columns[index + 1]}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How many opinions each reviewer has given, the mean of their scores, and how far they are from the others'. */
export function ReviewFigures() {
  const query = useQuery(figuresQuery);
  return (
    <Panel title={texts.title}>
      {query.data ? (
        <Figures reviewers={query.data.reviewers} />
      ) : (
        <Unloaded query={query} failed={texts.loadFailed}>
          <Skeleton height="6rem" />
        </Unloaded>
      )}
    </Panel>
  );
}
