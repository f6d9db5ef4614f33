import { useQuery } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { accessTable, accessTexts as texts } from '#domain/diagnostics.ts';

/** /admin/access: every address with its declared access. */
export function Component() {
  const query = useQuery({
    queryKey: ['diagnostics', 'access'],
    queryFn: ({ signal }) => request('/api/diagnostics/access', accessTable, { signal }),
  });
  const { data } = query;
  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: '/admin/health', label: texts.back }}
      />
      {!data && (
        <Unloaded query={query} failed={texts.loadFailed}>
          <Skeleton height="24rem" />
        </Unloaded>
      )}
      {data && (
        <Panel>
          <DescriptionList
            mono
            rows={data.routes.map(({ method, path, access }) => ({
              label: `${method} ${path}`,
              value: texts.access[access],
            }))}
          />
        </Panel>
      )}
    </>
  );
}
