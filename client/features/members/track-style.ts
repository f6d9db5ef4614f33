import { type Icon, IconBrain, IconBrandAndroid, IconCode, IconDeviceGamepad2 } from '@tabler/icons-react';
import type { Track } from '#domain/member-choices.ts';

/** The icon and colour of each track (docs/design.md), the same everywhere. */
export const trackStyles: Record<Track, { icon: Icon; color: string }> = {
  android: { icon: IconBrandAndroid, color: 'var(--track-android)' },
  web: { icon: IconCode, color: 'var(--track-web)' },
  ml: { icon: IconBrain, color: 'var(--track-ml)' },
  game: { icon: IconDeviceGamepad2, color: 'var(--track-game)' },
};
