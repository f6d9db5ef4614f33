import { createIcon, type Icon } from '#client/ui/icons.tsx';
import type { Track } from '#domain/member-choices.ts';
import { trackGlyphs } from '#domain/track-glyphs.ts';

const glyph = (track: Track) => createIcon(trackGlyphs[track]);

/** The glyph and colour of each track (docs/design.md), the same everywhere. */
export const trackStyles: Record<Track, { icon: Icon; color: string }> = {
  android: { icon: glyph('android'), color: 'var(--track-android)' },
  web: { icon: glyph('web'), color: 'var(--track-web)' },
  ml: { icon: glyph('ml'), color: 'var(--track-ml)' },
  game: { icon: glyph('game'), color: 'var(--track-game)' },
};
