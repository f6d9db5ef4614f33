// biome-ignore-all lint/a11y/noRedundantRoles: some browsers see no table in the cards of a phone
import { useQuery } from '@tanstack/react-query';
import { dayText, formatNumber } from '#client/lib/format.ts';
import { useUrlState } from '#client/lib/use-url-state.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import table from '#client/ui/table.module.css';
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
      {query.data ? (
        <div className={layout.stackL}>
          <EndSeason seasons={query.data} />
          <ClubMembers seasons={query.data.seasons} />
          <PastSeasons seasons={query.data} />
        </div>
      ) : (
        <Unloaded query={query} failed={texts.loadFailed}>
          <Skeleton height="24rem" />
        </Unloaded>
      )}
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
    <table role="table" className={`${table.table} ${table.cards}`}>
      <thead role="rowgroup">
        <tr role="row">
          {[texts.past.season, texts.past.ended, ...texts.past.numbers].map((label) => (
            <th key={label} role="columnheader" scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {seasons.map(({ id, name, endedAt, numbers }) => (
          <tr key={id} role="row">
            <th role="rowheader" scope="row">
              <TextLink to={`?season=${id}`}>
                <bdi>{name}</bdi>
              </TextLink>
            </th>
            <td role="cell" data-label={texts.past.ended}>
              {dayText(endedAt, '')}
            </td>
            {figuresOf(numbers).map((figure, index) => (
              <td key={texts.past.numbers[index]} role="cell" data-label={texts.past.numbers[index]}>
                {formatNumber(figure)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
