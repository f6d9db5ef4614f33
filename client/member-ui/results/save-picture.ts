import { hexagon } from '#domain/hexagon.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { diamondCells, type PosterCell, ringCells, ringTints } from '#domain/poster.ts';
import type { ResultPanel } from '#domain/results.ts';
import { textures } from '#domain/textures.ts';
import { myResultTexts as texts } from './my-result-texts.ts';

/** The size of a story on a phone. The unit is that of the poster on the page, in pixels of the picture. */
const size = { width: 1080, height: 1920, unit: 92 };
/** Pixels for one unit of a cell's drawing, of which 26.67 are a unit. */
const scale = size.unit / 26.67;
const middle = { x: size.width / 2, y: 630 };

type Poster = Pick<ResultPanel, 'fullName' | 'track' | 'season'>;

/** Draws the poster with the name, in the colours of `field`, and saves it as a file. */
export async function savePicture(field: Element, poster: Poster, club: string): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const { backgroundColor, color, colorScheme } = getComputedStyle(field);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, size.width, size.height);
  drawCells(context, poster, { ground: backgroundColor, ink: color, isDark: colorScheme === 'dark' });
  drawWords(context, poster, { club, ink: color });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('no picture');
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: texts.pictureFile }).click();
  URL.revokeObjectURL(href);
}

function drawCells(
  context: CanvasRenderingContext2D,
  { track }: Poster,
  { ground, ink, isDark }: { ground: string; ink: string; isDark: boolean },
): void {
  const cell = new Path2D(hexagon);
  const draw = ({ x, y }: PosterCell, work: () => void) => {
    context.save();
    context.translate(middle.x, middle.y);
    context.scale(scale, scale);
    context.translate(x - 50, y - 57.7);
    work();
    context.restore();
  };
  context.fillStyle = ink;
  for (const place of ringCells) {
    const tint = ringTints[place.distance - 1];
    // The words stand on plain ground.
    if (!tint || place.y > 100) continue;
    draw(place, () => {
      context.globalAlpha = tint.ground;
      context.fill(cell);
      context.globalAlpha = tint.texture * (isDark ? 0.85 : 1);
      context.clip(cell);
      if (track) drawTexture(context, track, ink);
    });
  }
  for (const place of diamondCells(track)) {
    draw(place, () => {
      context.fillStyle = ink;
      context.fill(cell);
      context.translate(27, 34.7);
      context.scale(1.917, 1.917);
      Object.assign(context, { strokeStyle: ground, lineWidth: 2.4, lineCap: 'round', lineJoin: 'round' });
      context.stroke(new Path2D(place.glyph));
    });
  }
}

/** Fills a cell with tiles from its middle on. */
function drawTexture(
  context: CanvasRenderingContext2D,
  track: NonNullable<Poster['track']>,
  ink: string,
): void {
  const { width, height, kind, d } = textures[track];
  const tile = new Path2D(d);
  Object.assign(context, { fillStyle: ink, strokeStyle: ink, lineWidth: 5, lineJoin: 'round' });
  for (let x = 50 - 3 * width; x < 100; x += width) {
    for (let y = 57.7 - 6 * height; y < 116; y += height) {
      context.save();
      context.translate(x, y);
      const box = new Path2D();
      box.rect(0, 0, width, height);
      context.clip(box);
      if (kind === 'fill') context.fill(tile);
      else context.stroke(tile);
      context.restore();
    }
  }
}

function drawWords(
  context: CanvasRenderingContext2D,
  { fullName, track, season }: Poster,
  { club, ink }: { club: string; ink: string },
): void {
  const left = size.unit * 2;
  const width = size.width - 2 * left;
  const write = (text: string, y: number, pixels: number, font: string) => {
    context.font = font.replace('size', `${pixels}px`);
    const wide = context.measureText(text).width;
    if (wide > width) context.font = font.replace('size', `${Math.floor((pixels * width) / wide)}px`);
    context.fillText(text, left, y);
  };
  const mono = 'size "Martian Mono Variable", monospace';
  Object.assign(context, { fillStyle: ink, strokeStyle: ink, lineWidth: 3 });
  write(texts.picture, 1330, 150, '700 size "Familjen Grotesk Variable", sans-serif');
  context.setLineDash([8, 8]);
  context.beginPath();
  context.moveTo(left, 1385);
  context.lineTo(left + width, 1385);
  context.stroke();
  write(fullName, 1460, 44, `600 ${mono}`);
  write([track && trackLabels[track], season].filter(Boolean).join(' · '), 1520, 34, mono);
  write(club, 1576, 32, 'size "Instrument Sans Variable", sans-serif');
}
