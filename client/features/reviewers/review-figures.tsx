import { useQuery } from '@tanstack/react-query';
import { reviewKey } from '#client/lib/admin-keys.ts';
import { reads } from '#client/lib/api.ts';
import { formatNumber } from '#client/lib/format.ts';
import { CardTable } from '#client/ui/card-table.tsx';
import { Loaded } from '#client/ui/loaded.tsx';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { type ReviewFigures as ReviewFiguresData, reviewFigures } from '#domain/opinions.ts';
import { figuresTexts as texts } from './texts.ts';

const figuresQuery = {
  // Below the key of reviews, so that a new opinion refreshes it.
  queryKey: [...reviewKey, 'figures'],
  queryFn: reads('/api/admin/review-figures', reviewFigures),
};

function Figures({ reviewers }: ReviewFiguresData) {
  if (reviewers.length === 0) return <p className={typography.soft}>{texts.none}</p>;
  return (
    <CardTable
      columns={texts.columns}
      rows={reviewers.map(({ name, count, mean, difference }) => ({
        key: name,
        head: <bdi>{name}</bdi>,
        cells: [
          formatNumber(count),
          mean === null ? texts.missing : formatNumber(mean),
          difference === null ? texts.missing : texts.difference(difference),
        ],
      }))}
    />
  );
}

/** How many opinions each reviewer has given, the mean of their scores, and how far they are from the others'. */
export function ReviewFigures() {
  const query = useQuery(figuresQuery);
  return (
    <Panel title={texts.title}>
      <Loaded query={query} failed={texts.loadFailed} height="6rem">
        {(data) => <Figures reviewers={data.reviewers} />}
      </Loaded>
    </Panel>
  );
}
