import { useQuery } from '@tanstack/react-query';
import { readQuery } from '#client/lib/read-query.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Loaded } from '#client/ui/load-failure.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { accessTable, accessTexts as texts } from '#domain/diagnostics.ts';

/** /admin/access: every address with its declared access. */
export function Component() {
  const query = useQuery(readQuery(['diagnostics', 'access'], '/api/diagnostics/access', accessTable));
  return (
    <>
      <PageHeading
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: '/admin/health', label: texts.back }}
      />
      <Loaded query={query} failed={texts.loadFailed} height="24rem">
        {(data) => (
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
      </Loaded>
    </>
  );
}
