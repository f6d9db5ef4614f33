import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { club } from '#domain/club.ts';
import { root } from './run-command.ts';
import { findChromium } from './system-packages.ts';

/**
 * Renders the bitmaps that phones and other sites need, from the mark and the tokens: the icons and the social card in
 * client/public. Run manually when the mark, the tokens or the club's name change:
 *
 *     node scripts/draw-pictures.ts
 */
const publicFolder = join(root, 'client', 'public');
const ui = join(root, 'client', 'ui');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

const mark = read(publicFolder, 'favicon.svg');
const tokens = read(ui, 'tokens.css');
const pattern = Buffer.from(read(ui, 'hexagons.svg')).toString('base64');
const font = readFileSync(
  join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
).toString('base64');
const { name } = club.parse(JSON.parse(read(root, 'content', 'club.json')));

/** The mark on a transparent background; or in the middle of a full square, for systems that mask it. */
function icon(share: number, background: string): string {
  return `<style>
    body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${background} }
    svg { width: ${share * 100}vw; height: ${share * 100}vw }
  </style>${mark}`;
}

/** A pointed hexagon around the origin. */
function hexagon(radius: number): string {
  const half = (radius * Math.sqrt(3)) / 2;
  return `M0 ${-radius}L${half} ${-radius / 2}V${radius / 2}L0 ${radius}L${-half} ${radius / 2}V${-radius / 2}Z`;
}

/** The strokes of one of the portal's icons, in a square of 24. Its components would need React to draw them. */
function iconOutline(name: string): string {
  const source = read(root, 'node_modules/@tabler/icons-react/dist/esm/icons', `${name}.mjs`);
  return [...source.matchAll(/"d": "([^"]+)"/g)].map(([, strokes]) => strokes).join('');
}

/** The mark among the four tracks, in cells of the pattern, as on the About page (features/club/track-comb.tsx). */
function comb(): string {
  const side = 84;
  const width = side * Math.sqrt(3);
  const at = (column: number, row: number) =>
    `translate(${(column + (row % 2 ? 0.5 : 0)) * width} ${row * side * 1.5})`;
  const cell = hexagon(side - 5);
  const tracks = [
    { tone: 'android', icon: 'IconBrandAndroid', column: -1, row: -1 },
    { tone: 'web', icon: 'IconCode', column: 0, row: -1 },
    { tone: 'ml', icon: 'IconBrain', column: -1, row: 1 },
    { tone: 'game', icon: 'IconDeviceGamepad2', column: 0, row: 1 },
  ].map(
    ({ tone, icon, column, row }) =>
      `<g class="track" color="var(--track-${tone})" transform="${at(column, row)}"><path d="${cell}"/>
        <path class="icon" d="${iconOutline(icon)}"/></g>`,
  );
  const prompt = '<path class="prompt" d="m-27 -24 27 24-27 24M11 27h27"/>';
  return `<svg viewBox="-300 -220 600 440" width="600" height="440">${tracks.join('')}
    <g class="mark"><path d="${cell}"/>${prompt}</g></svg>`;
}

/** The picture that other sites show for a link to the portal, 1200 by 630. */
function socialCard(): string {
  return `<style>
    @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
    ${tokens}
    body { margin: 0; width: 1200px; height: 630px; position: relative; overflow: hidden; display: flex;
      align-items: center; background: var(--page); color: var(--ink); font-family: Inter }
    body::before { content: ''; position: absolute; inset: 0; background: var(--pattern);
      mask-image: url(data:image/svg+xml;base64,${pattern}), linear-gradient(90deg, transparent 44%, #000);
      mask-size: 145.5px 252px, 100% 100%; mask-position: 821.25px 231px, 0 0; mask-composite: intersect }
    .words { position: absolute; left: 84px; width: 620px }
    .words svg { width: 84px; height: 84px; display: block; margin-left: -8px }
    h1 { margin: 30px 0 22px; font-size: 74px; line-height: 1.04; font-weight: 690; letter-spacing: -0.034em;
      text-wrap: balance }
    p { margin: 0; font-size: 31px; line-height: 1.35; letter-spacing: -0.014em; color: var(--ink-soft) }
    body > svg { position: absolute; right: 6px; stroke-linejoin: round; stroke-linecap: round }
    .track > path:first-child { stroke-width: 2; fill: color-mix(in srgb, currentcolor 9%, var(--surface)); stroke: currentcolor;
      stroke-opacity: .4 }
    .icon { fill: none; stroke: currentcolor; stroke-width: 1.5; transform: translate(-29px, -29px) scale(2.417) }
    .mark > path:first-child { fill: var(--accent) } .prompt { fill: none; stroke: #fff; stroke-width: 9 }
  </style>
  <div class="words">${mark}<h1>${name}</h1><p>Choose a track, do its task,<br>submit your project.</p></div>${comb()}`;
}

const pictures = [
  { file: 'icon-192.png', width: 192, height: 192, html: icon(1, 'transparent') },
  { file: 'icon-512.png', width: 512, height: 512, html: icon(1, 'transparent') },
  // Only a circle of 80 % of a maskable icon is always visible.
  { file: 'icon-maskable-512.png', width: 512, height: 512, html: icon(0.62, '#f0f0fe') },
  { file: 'apple-touch-icon.png', width: 180, height: 180, html: icon(0.76, '#f0f0fe') },
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

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const picture of pictures) await draw(page, picture);
await browser.close();
