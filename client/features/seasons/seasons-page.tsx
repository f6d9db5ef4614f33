import { useQuery } from '@tanstack/react-query';
import { dayText, formatNumber } from '#client/lib/format.ts';
import { useUrlState } from '#client/lib/use-url-state.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { CardTable } from '#client/ui/card-table.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { figuresOf, type PastSeason as Past, type SeasonList } from '#domain/seasons.ts';
import { ClubMembers } from './club-members.tsx';
import { EndSeason } from './end-season.tsx';
import { PastSeason } from './past-season.tsx';
import { seasonsQuery } from './queries.ts';
import { seasonsTexts as texts } from './texts.ts';

/** /admin/seasons: the end of this season, the members of the club, and past seasons (docs/decisions/removal-and-seasons.md). */
export function Component() {
  return useAdministrator() && <Seasons />;
}

function Seasons() {
  const query = useQuery(seasonsQuery);
  const { search } = useUrlState();
  const opened = query.data?.seasons.find(({ id }) => id === search.get('season'));
  if (opened) return <PastSeason key={opened.id} season={opened} />;
  return (
    <>
      <PageHeading title={texts.title} subtitle={texts.subtitle} />
      <Loaded query={query} failed={texts.loadFailed} height="24rem">
        {(data) => (
          <div className={layout.stackL}>
            <EndSeason seasons={data} />
            <ClubMembers seasons={data.seasons} />
            <PastSeasons seasons={data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function PastSeasons({ seasons: { seasons } }: { seasons: SeasonList }) {
  return (
    <Panel title={texts.past.title}>
      <div className={layout.stackM}>
        {seasons.length > 0 ? (
          <Numbers seasons={seasons} />
        ) : (
          <p className={typography.soft}>{texts.past.none}</p>
        )}
        <TextLink to="/admin/settings/seasons">{texts.settings}</TextLink>
      </div>
    </Panel>
  );
}

/** The numbers of the seasons beside each other. */
function Numbers({ seasons }: { seasons: readonly Past[] }) {
  return (
    <CardTable
      columns={[texts.past.season, texts.past.ended, ...texts.past.numbers]}
      rows={seasons.map(({ id, name, endedAt, numbers }) => ({
        key: id,
        head: (
          <TextLink to={`?season=${id}`}>
            <bdi>{name}</bdi>
          </TextLink>
        ),
        cells: [dayText(endedAt, ''), ...figuresOf(numbers).map((figure) => formatNumber(figure))],
      }))}
    />
  );
}
