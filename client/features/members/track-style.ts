import { createReactComponent, type Icon } from '@tabler/icons-react';
import type { Track } from '#domain/member-choices.ts';

type Parts = Parameters<typeof createReactComponent>[3];
const glyph = (name: string, parts: Parts) => createReactComponent('outline', name, name, parts);

/** The glyph and colour of each track (docs/design.md), the same everywhere. */
export const trackStyles: Record<Track, { icon: Icon; color: string }> = {
  android: {
    icon: glyph('track-android', [
      [
        'path',
        { d: 'M8.5 3h7a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z', key: 'body' },
      ],
      ['path', { d: 'M12 17.5v.01', key: 'button' }],
    ]),
    color: 'var(--track-android)',
  },
  web: {
    icon: glyph('track-web', [
      ['path', { d: 'm7.5 8-4 4 4 4M16.5 8l4 4-4 4', key: 'brackets' }],
      ['path', { d: 'm13.5 5.5-3 13', key: 'slash' }],
    ]),
    color: 'var(--track-web)',
  },
  ml: {
    icon: glyph('track-ml', [
      [
        'path',
        {
          d: 'M8.3 6.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0zM8.3 17.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0zM20.3 12a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0z',
          key: 'nodes',
        },
      ],
      ['path', { d: 'm8.1 7.5 7.8 3.6M8.1 16.5l7.8-3.6', key: 'edges' }],
    ]),
    color: 'var(--track-ml)',
  },
  game: {
    icon: glyph('track-game', [['path', { d: 'M9 3.5h6V9h5.5v6H15v5.5H9V15H3.5V9H9z', key: 'pad' }]]),
    color: 'var(--track-game)',
  },
};
