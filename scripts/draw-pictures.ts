import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { hexagon } from '#client/ui/hexagon.ts';
import { club } from '#domain/club.ts';
import { tracks } from '#domain/member-choices.ts';
import { trackGlyphs } from '#domain/track-glyphs.ts';
import { root } from './run-command.ts';
import { chromiumSwitches, ensureTestBrowser } from './system-packages.ts';

/**
 * Renders the bitmaps that phones and other sites need, from the mark and the tokens: the icons and the social card in
 * client/public. Run manually when the mark, the tokens or the club's name change:
 *
 *     node scripts/launch.cjs scripts/draw-pictures.ts
 */
const publicFolder = join(root, 'client', 'public');
const ui = join(root, 'client', 'ui');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

const mark = read(publicFolder, 'favicon.svg');
const tokens = read(ui, 'tokens.css');
const pattern = Buffer.from(read(ui, 'hexagons.svg')).toString('base64');
const font = readFileSync(
  join(
    root,
    'node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
  ),
).toString('base64');
const { name } = club.parse(JSON.parse(read(root, 'content', 'club.json')));

/** The mark on a transparent background; or in the middle of a full square, for systems that mask it. */
function icon(share: number, background: string): string {
  return `<style>
    body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${background} }
    svg { width: ${share * 100}vw; height: ${share * 100}vw }
  </style>${mark}`;
}

/** The mark and the four tracks as a strip of cells, as on the sign-in pages. */
function strip(): string {
  const prompt = { color: '--ink', glyph: 'm2.5 4.5 8 7.5-8 7.5M13 19.5h8.5' };
  const cells = [
    prompt,
    ...tracks.map((track) => ({ color: `--track-${track}`, glyph: trackGlyphs[track] })),
  ];
  const drawn = cells.map(
    ({ color, glyph }, index) => `<g transform="translate(${index * 105} 0)">
      <path fill="var(${color})" d="${hexagon}"/><path class="glyph" d="${glyph}"/></g>`,
  );
  return `<svg viewBox="0 0 520 116" width="520" height="116">${drawn.join('')}</svg>`;
}

/** The picture that other sites show for a link to the portal, 1200 by 630. */
function socialCard(): string {
  return `<style>
    @font-face { font-family: Familjen; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }
    ${tokens}
    body { margin: 0; width: 1200px; height: 630px; position: relative; overflow: hidden; display: flex;
      align-items: center; background: var(--page); color: var(--ink); font-family: Familjen }
    body::before { content: ''; position: absolute; inset: 0; background: var(--pattern);
      mask-image: url(data:image/svg+xml;base64,${pattern}), linear-gradient(#000, #000);
      mask-size: 145.5px 252px, 100% 100%; mask-position: 821.25px 231px, 0 0; mask-composite: intersect }
    .words { position: absolute; left: 84px; width: 900px }
    .glyph { fill: none; stroke: var(--page); stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round;
      transform: translate(28px, 35.7px) scale(1.83) }
    h1 { margin: 44px 0 20px; font-size: 84px; line-height: 1.02; font-weight: 700; letter-spacing: -0.02em }
    p { margin: 0; font-size: 31px; line-height: 1.35; color: var(--ink-soft) }
  </style>
  <div class="words">${strip()}<h1>Pick a track.<br>Build one thing.<br>Get it reviewed.</h1><p>${name}</p></div>`;
}

const pictures = [
  { file: 'icon-192.png', width: 192, height: 192, html: icon(1, 'transparent') },
  { file: 'icon-512.png', width: 512, height: 512, html: icon(1, 'transparent') },
  // Only a circle of 80 % of a maskable icon is always visible.
  { file: 'icon-maskable-512.png', width: 512, height: 512, html: icon(0.62, '#f4f6ef') },
  { file: 'apple-touch-icon.png', width: 180, height: 180, html: icon(0.76, '#f4f6ef') },
  { file: 'social-card.png', width: 1200, height: 630, html: socialCard() },
];

async function draw(page: Page, { file, width, height, html }: (typeof pictures)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(`<!doctype html><html><body>${html}</body></html>`);
  await page.evaluate('document.fonts.ready');
  const picture = await page.screenshot({ omitBackground: true });
  writeFileSync(join(publicFolder, file), picture);
  console.log(`${file}: ${width} by ${height}, ${(picture.length / 1024).toFixed(1)} KiB`);
}

const browser = await chromium.launch({ executablePath: await ensureTestBrowser(), args: chromiumSwitches });
const page = await browser.newPage();
for (const picture of pictures) await draw(page, picture);
await browser.close();
