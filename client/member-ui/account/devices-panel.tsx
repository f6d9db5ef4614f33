import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '#client/lib/api.ts';
import { agoText, momentText } from '#client/lib/format.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/loaded.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import type { SignedInDevice } from '#domain/my-account.ts';
import { devicesQuery, useEndDevices } from './queries.ts';
import { deviceTexts as texts } from './texts.ts';

const hour = 60 * 60 * 1000;

export function DevicesPanel() {
  const query = useQuery(devicesQuery);
  const end = useEndDevices();
  const { data } = query;
  return (
    <Panel title={texts.title}>
      <div role="status" className={layout.place}>
        {end.data && <Notice tone="success">{texts.ended(end.data.ended)}</Notice>}
      </div>
      <div className={layout.stackL}>
        <Loaded query={query} failed={texts.loadFailed} height="3rem">
          {(data) => (
            <ul className={layout.rows}>
              {data.map((device) => (
                <Device key={device.id} device={device} end={end} />
              ))}
            </ul>
          )}
        </Loaded>
        {data && data.length > 1 && (
          <div className={layout.row}>
            <Button variant="default" size="sm" busy={end.isPending} onClick={() => end.mutate(null)}>
              {texts.endOthers}
            </Button>
          </div>
        )}
        {end.isError && (
          <Notice tone="error">
            {texts.failed} {failureMessage(end.error)}
          </Notice>
        )}
      </div>
    </Panel>
  );
}

/** 'Sign Out' of the header ends this device, so that its row has no button. */
function Device({ device, end }: { device: SignedInDevice; end: ReturnType<typeof useEndDevices> }) {
  const now = useNow();
  const { id, current, lastUsedAt, signedInAt } = device;
  const name = texts.name(device);
  const ago = now - Date.parse(lastUsedAt) < hour ? texts.lastHour : agoText(lastUsedAt, now);
  return (
    <li className={layout.ends}>
      <div className={layout.stackXs}>
        <p className={typography.name}>{name}</p>
        <p className={typography.fact}>
          {[...(current ? [] : [texts.lastUsed(ago)]), texts.since(momentText(signedInAt))].join(' · ')}
        </p>
      </div>
      {current ? (
        <Badge tone="accent">{texts.current}</Badge>
      ) : (
        <Button
          variant="default"
          size="sm"
          busy={end.isPending}
          aria-label={texts.endOf(name)}
          onClick={() => end.mutate(id)}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}
