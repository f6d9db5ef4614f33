import { html, raw } from 'hono/html';
import type { Club } from '#domain/club.ts';
import { hexagon } from '#domain/hexagon.ts';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import { diamondCells, type PosterCell, ringCells, ringTints, stepGlyphs } from '#domain/poster.ts';
import { certificateTexts as texts } from '#domain/result-texts.ts';
import { type Texture, textures } from '#domain/textures.ts';
import { type PlainPage, plainPage } from '#server/http/plain-page.ts';
import type { Certificate } from '#server/results/certificates.ts';

interface About extends Pick<PlainPage, 'nonce' | 'clientHtml'> {
  club: Pick<Club, 'name' | 'shortName' | 'university'>;
  timeZone: string;
  portalUrl: string;
}

/** The page that shows to anybody that a member was selected: for the screen and for one sheet of paper. */
export function certificatePage(certificate: Certificate & { id: string }, about: About) {
  const { fullName, track, season, releasedAt, id } = certificate;
  const { club, timeZone, portalUrl } = about;
  const address = `${portalUrl}/certificate/${id}`;
  const day = new Date(releasedAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone });
  return plainPage({
    ...about,
    title: `${texts.title(fullName)} · ${club.shortName}`,
    styles,
    preview: {
      image: `${portalUrl}/${track ? `poster-${track}` : 'social-card'}.png`,
      text: texts.text(club.name),
    },
    main: html`<main class="field" data-track="${track ?? ''}">
<p class="club">${mark}<span>${club.name}${club.university && html`<br><small>${club.university}</small>`}</span></p>
${picture(track)}
<div class="words">
<p class="kind">${texts.kind}</p>
<h1${raw(isLong(fullName) ? ' data-long' : '')}>${fullName}</h1>
<p class="text">${texts.text(club.name)}</p>
<dl>
${track && html`<div><dt>${texts.track}</dt><dd>${trackLabels[track]}</dd></div>`}
<div><dt>${texts.season}</dt><dd>${season}</dd></div>
<div><dt>${texts.date}</dt><dd><time datetime="${releasedAt}">${day}</time></dd></div>
</dl>
<p class="genuine">${texts.genuine}<br><span>${address}</span></p>
</div>
</main>`,
  });
}

/** For an address that shows no certificate, or none any more. */
export function missingCertificatePage(about: About) {
  return plainPage({
    ...about,
    title: `${texts.missingTitle} · ${about.club.shortName}`,
    styles,
    main: html`<main class="plain">
<p class="club">${mark}<span>${about.club.name}</span></p>
<h1 data-long>${texts.missingTitle}</h1>
<p class="text">${texts.missing}</p>
</main>`,
  });
}

/** Whether a name is set smaller, so that three lines hold it and none of its words is broken. */
function isLong(name: string): boolean {
  return name.length > 32 || name.split(' ').some((word) => word.length > 11);
}

const mark = raw(
  `<svg class="mark" viewBox="0 0 100 115.4" aria-hidden="true"><path d="${hexagon}"/><path class="glyph" transform="translate(26 33.7) scale(2)" d="${stepGlyphs.account}"/></svg>`,
);

/** The poster's diamond in its ring; decorative. */
function picture(track: Track | null) {
  const placed = ({ x, y }: PosterCell, drawn: string) =>
    `<g transform="translate(${x - 50} ${y - 57.7})">${drawn}</g>`;
  const ring = ringCells.map((cell) => {
    const { ground, texture } = ringTints[cell.distance - 1] ?? { ground: 0, texture: 0 };
    const pattern = track ? `<path d="${hexagon}" fill="url(#texture)" opacity="${texture}"/>` : '';
    const place = Math.abs(cell.y) > 100 ? 'far' : 'beside';
    return placed(
      cell,
      `<g class="${place}${cell.x < -110 ? ' left' : ''}"><path class="ground" d="${hexagon}" fill="color-mix(in srgb, var(--on-mark) ${ground * 100}%, var(--mark))"/>${pattern}</g>`,
    );
  });
  const diamond = diamondCells(track).map((cell) =>
    placed(
      cell,
      `<path class="ground" d="${hexagon}"/><path class="glyph" transform="translate(27 34.7) scale(1.917)" d="${cell.glyph}"/>`,
    ),
  );
  return raw(
    `<div class="picture"><svg viewBox="-640 -320 1280 640" aria-hidden="true">${track ? pattern(textures[track]) : ''}${ring.join('')}${diamond.join('')}</svg></div>`,
  );
}

function pattern({ width, height, kind, d }: Texture): string {
  return `<pattern id="texture" patternUnits="userSpaceOnUse" x="50" y="57.7" width="${width}" height="${height}"><path class="${kind}" d="${d}"/></pattern>`;
}

const styles = `
@page { size: a4 landscape; margin: 0; }
body { overflow-wrap: anywhere; }
body:has(.field)::before { z-index: 1; background: color-mix(in srgb, var(--on-track) 9%, transparent);
  mask-position: 50% calc(50% + var(--u) * 0.2887); }
main > *, .words > * { margin: 0; }
.club { display: flex; gap: 12px; align-items: center; font: 700 var(--text-l) / 1.2 var(--display); }
.club small { font: 400 var(--text-s) / 1.4 var(--sans); }
.mark { flex: none; width: 40px; fill: currentColor; }
.glyph { fill: none; stroke: var(--mark); stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
.mark .glyph { stroke-width: 2.2; }
.plain .glyph { stroke: var(--page); }
.field { position: relative; display: grid; gap: var(--space-5); align-content: space-between; box-sizing: border-box; min-height: 100svh;
  padding: var(--space-5) var(--gutter); background: var(--mark); color: var(--on-mark); overflow: clip; print-color-adjust: exact; }
.picture { position: relative; width: calc(var(--u) * 8); height: calc(var(--u) * 11.255); margin-inline: auto; }
.picture svg { position: absolute; top: 50%; left: 50%; width: calc(var(--u) * 48); height: calc(var(--u) * 24); translate: -50% -50%; fill: var(--on-mark);
  --texture: light-dark(var(--on-mark), color-mix(in srgb, var(--on-mark) 85%, transparent)); }
.fill { fill: var(--texture); }
/* Covers the pattern, in the gaps around it too. */
.ground { stroke: var(--mark); stroke-width: 8; paint-order: stroke; }
.far { display: none; }
.line { fill: none; stroke: var(--texture); stroke-width: 5; stroke-linejoin: round; }
.words { display: grid; gap: var(--space-3); }
.words, .club { position: relative; }
.words, .club, .picture { z-index: 2; }
.kind { font: 400 var(--text-s) / 1.5 var(--mono); }
h1 { color: inherit; font: 700 var(--text-3xl) / 1.05 var(--display); text-wrap: balance; }
h1[data-long] { font-size: var(--text-2xl); }
.text { max-width: 34rem; padding-bottom: var(--space-3); font-size: var(--text-l); text-wrap: balance; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: var(--space-1) var(--space-5); margin: 0; padding-top: var(--space-5); border-top: 1px dashed; }
dl > div { display: contents; }
dt { text-transform: lowercase; }
dt, dd { margin: 0; font: 400 var(--text-s) / 1.5 var(--mono); }
dd { font-weight: 600; }
dd time { font-size: inherit; }
.genuine { padding-top: var(--space-3); font-size: var(--text-s); text-wrap: balance; }
.genuine span { font: 400 var(--text-xs) / 1.5 var(--mono); }
.plain { display: grid; gap: var(--space-5); max-width: var(--measure); margin: var(--space-8) auto; padding: var(--card); }
@media (min-width: 60rem) {
  .far { display: initial; }
  .left { display: none; }
  .field { grid-template-rows: auto 1fr; padding: var(--space-7) max(var(--gutter), 50vw - var(--measure) / 2); }
  .club, .words { grid-column: 1; grid-row: 1; align-self: start; }
  .words { grid-row-end: -1; align-self: center; max-width: min(100% - var(--u) * 11, var(--u) * 10); padding-block: var(--space-8); }
  .field h1 { font-size: clamp(var(--text-3xl), 5.6vw, var(--text-4xl)); }
  .field h1[data-long] { font-size: clamp(var(--text-2xl), 3.2vw, var(--text-3xl)); }
  .picture { position: absolute; top: 50%; right: max(var(--gutter), 50vw - var(--measure) / 2); translate: 0 -50%; }
}
@media print {
  body::before { display: none; }
  .far { display: initial; }
  .left { display: none; }
  .field { width: 297mm; height: 209mm; min-height: 0; padding: 18mm; }
  .words { max-width: 150mm; }
  .picture { --u: 9mm; position: absolute; top: 50%; right: 18mm; translate: 0 -50%; }
  .field h1 { font-size: var(--text-3xl); }
}`;
