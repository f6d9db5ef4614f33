import { IconSparkles } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { releaseTexts } from '#domain/release.ts';
import type { Release } from './release.ts';

interface ReleaseBannerProps {
  release: Release;
  onReload: () => void;
}

/** Offers to reload once the server has a newer release than the page. */
export function ReleaseBanner({ release, onReload }: ReleaseBannerProps) {
  const newer = useSyncExternalStore(release.subscribe, release.get);
  return (
    <Banner
      icon={IconSparkles}
      action={
        <Button size="sm" variant="light" onClick={onReload}>
          {releaseTexts.reload}
        </Button>
      }
    >
      {newer && releaseTexts.ready}
    </Banner>
  );
}
