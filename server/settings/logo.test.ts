import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { club } from '#domain/club.ts';
import { contentFolder, loadContent } from '#server/config/content.ts';
import { openTestApp, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { cleanLogo } from './logo.ts';

const svgUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
const pngUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
const cleaned = (svg: string) => Buffer.from(cleanLogo(svgUrl(svg)).split(',')[1] ?? '', 'base64').toString();

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

interface Picture {
  width?: number;
  height?: number;
  depth?: number;
  color?: number;
  interlace?: number;
  /** The bytes of the pixels. */
  size?: number;
  before?: Buffer;
  after?: Buffer;
  data?: Buffer;
}

function png({
  width = 3,
  height = 2,
  depth = 8,
  color = 6,
  interlace = 0,
  size = 26,
  ...more
}: Picture = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    more.before ?? Buffer.alloc(0),
    chunk('IDAT', more.data ?? deflateSync(Buffer.alloc(size))),
    chunk('IEND'),
    more.after ?? Buffer.alloc(0),
  ]);
}

describe('a PNG file', () => {
  it('keeps only the chunks that show the picture', () => {
    const before = Buffer.concat([
      chunk('tEXt', Buffer.from('Author\0Asha')),
      chunk('PLTE', Buffer.alloc(6)),
    ]);
    expect(cleanLogo(pngUrl(png({ before })))).toBe(pngUrl(png({ before: chunk('PLTE', Buffer.alloc(6)) })));
  });

  it.each([
    ['of one bit a pixel', { width: 9, depth: 1, color: 0, size: 6 }],
    ['with a palette', { color: 3, size: 8, before: chunk('PLTE', Buffer.alloc(6)) }],
    ['as large as allowed', { width: 1024, height: 1024, color: 0, size: 1024 * 1025 }],
  ])('%s is taken', (_which, picture) => {
    expect(cleanLogo(pngUrl(png(picture)))).toBe(pngUrl(png(picture)));
  });

  const whole = png();
  it.each<[string, Buffer]>([
    ['that is 40,000 pixels wide', png({ width: 40_000, height: 1, size: 160_001 })],
    [
      'whose pixels inflate to more than its header says',
      png({ data: deflateSync(Buffer.alloc(10_000_000)) }),
    ],
    ['whose pixels inflate to less', png({ size: 25 })],
    ['with bytes after the pixels', png({ data: Buffer.concat([deflateSync(Buffer.alloc(26)), whole]) })],
    ['with bytes after its end', png({ after: Buffer.from('<script>alert(1)</script>') })],
    ['with a wrong checksum', Buffer.concat([whole.subarray(0, 20), Buffer.from([9]), whole.subarray(21)])],
    ['that is cut off', whole.subarray(0, -6)],
    ['without a palette that it needs', png({ color: 3, size: 8 })],
    ['of a depth that does not exist', png({ depth: 3 })],
    ['that is interlaced', png({ interlace: 1 })],
    ['with a critical chunk of its own', png({ before: chunk('CgBI') })],
    ['that is none', Buffer.from('GIF89a')],
  ])('%s is refused', (_which, file) => {
    expect(() => cleanLogo(pngUrl(file))).toThrow(/^must be/);
  });
});

describe('an SVG file', () => {
  it('is written again from what a plain picture needs', () => {
    const drawn = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><!-- made by hand -->
      <svg xmlns="http://www.w3.org/2000/svg" sodipodi:docname="R&amp;D.svg" width="64" height="32" class="a">
        <title>The club &amp; more</title><metadata><rdf:RDF/></metadata><sodipodi:namedview id="v"/>
        <defs><linearGradient id="a"/><linearGradient id="b" xlink:href="#a"/><clipPath id="c"><path d="M0 0h1"/></clipPath></defs>
        <g style="fill:url(#b); font-family: 'Arial'" clip-path='url(#c)'><path inkscape:label="p" d="M1,2 L3e1 -4z"/></g>
      </svg>`;
    expect(cleaned(drawn)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32"><defs><linearGradient id="a"/>' +
        '<linearGradient id="b" href="#a"/><clipPath id="c"><path d="M0 0h1"/></clipPath></defs>' +
        '<g fill="url(#b)" clip-path="url(#c)"><path d="M1,2 L3e1 -4z"/></g></svg>',
    );
  });

  const around = (inner: string) => `<svg viewBox="0 0 9 9">${inner}</svg>`;
  it('has no dashes, which a browser would count for minutes', () => {
    const dashed = '<path stroke-dasharray=".01" style="stroke-dashoffset: 1" d="M0 0h9"/>';
    expect(cleaned(around(dashed))).toContain('<path d="M0 0h9"/>');
  });
  it('may be a long outline without a stroke, or have many short ones with one', () => {
    const filled = `<path d="M0 0${'L1 2'.repeat(12_000)}"/>`;
    const plain = '<path d="M0 0h9v9z"/>'.repeat(1_000);
    expect(
      cleaned(around(`<g stroke="red">${'<path d="M0 0h9v9z"/>'.repeat(200)}</g><g>${plain}${filled}</g>`)),
    ).toContain(filled);
    expect(
      cleaned(around(`<g stroke="red"><path stroke="none" d="M0 0${'L1 2'.repeat(12_000)}"/></g>`)),
    ).toContain('stroke="none"');
  });
  it.each([
    ['a script', around('<script>alert(1)</script>')],
    ['a script in a note', around('<title><![CDATA[<script>]]></title>')],
    ['an event handler', '<svg viewBox="0 0 9 9" onload="alert(1)"/>'],
    ['an embedded page', around('<foreignObject><p/></foreignObject>')],
    ['an embedded picture', around('<image href="https://evil.example/a.png"/>')],
    ['a link', around('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ['an external gradient', around('<linearGradient xlink:href="https://evil.example/a.svg#b"/>')],
    ['an external fill', around('<path fill="url(https://evil.example/a.svg#b)"/>')],
    ['an escaped external fill', around('<path fill="u\\72l(//evil.example)"/>')],
    ['a style element', around('<style>@import "//evil.example"</style>')],
    ['an entity', '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg viewBox="0 0 9 9">&a;</svg>'],
    ['an entity in an attribute', around('<path d="&a;"/>')],
    ['a bomb of repetitions', around('<g id="a"/><use href="#a"/><use href="#a"/>')],
    ['a bomb of clip paths', around('<clipPath id="a"><path clip-path="url(#b)"/></clipPath>')],
    ['a chain of clip paths', around('<clipPath id="a" clip-path="url(#b)"><path d="M0 0"/></clipPath>')],
    ['a bomb of clipped parts', around('<path clip-path="url(#a)"/>'.repeat(101))],
    ['a bomb of parts that clip', around(`<clipPath id="a">${'<path d="M0 0"/>'.repeat(101)}</clipPath>`)],
    [
      'a long outline with a stroke',
      around(`<g stroke="red"><path stroke-width="9" d="M0 0${'L1 2'.repeat(5_000)}"/></g>`),
    ],
    [
      'long clip paths',
      around(
        `<clipPath id="a"><path d="M0 0${'L1 2'.repeat(600)}"/></clipPath>${'<path clip-path="url(#a)"/>'.repeat(50)}`,
      ),
    ],
    [
      'a chain of gradients',
      around(Array.from({ length: 60 }, (_, i) => `<linearGradient id="a${i}" href="#a${i + 1}"/>`).join('')),
    ],
    ['a bomb of stops', around(`<linearGradient id="a">${'<stop/>'.repeat(400)}</linearGradient>`)],
    ['a bomb of depth', around('<g>'.repeat(60) + '</g>'.repeat(60))],
    ['a bomb of elements', around('<g/>'.repeat(6_000))],
    ['40,000 pixels of width', '<svg width="40000" height="1"/>'],
    ['no size', '<svg/>'],
    ['a page after it', `${around('')}<html><body/></html>`],
    ['a page before it', `<html/>${around('')}`],
    ['text', around('text')],
    ['an end that is missing', '<svg viewBox="0 0 9 9"><g></svg>'],
    ['attributes without quotes', around('<path d=M0/>')],
    ['nothing', ' '],
  ])('with %s is refused', (_what, svg) => {
    expect(() => cleanLogo(svgUrl(svg))).toThrow(/^(must|has|takes)/);
  });

  it('of a file in content/ keeps the portal from starting, with the name of the file', async () => {
    const content = loadContent(contentFolder);
    const club = { ...content.club, logo: svgUrl('<svg><script/></svg>') };
    await expect(openTestApp('sqlite', { content: { ...content, club } })).rejects.toThrow(
      /^content\/club\.json: logo: must/,
    );
  });

  it('of another encoding is refused', () => {
    const file = Buffer.from(around(''), 'utf16le');
    expect(() => cleanLogo(`data:image/svg+xml;base64,${file.toString('base64')}`)).toThrow(/plain SVG/);
  });
});

it('of more than 100 KB is refused, and so is any other kind of file', () => {
  const valid = (logo: string) => club.shape.logo.safeParse(logo).success;
  expect(valid(pngUrl(Buffer.alloc(100 * 1024)))).toBe(true);
  expect(() => cleanLogo(pngUrl(Buffer.alloc(100 * 1024 + 1)))).toThrow('must have at most 100 KB');
  expect(valid(pngUrl(Buffer.alloc(101 * 1024)))).toBe(false);
  for (const other of ['data:text/html;base64,AAAA', 'data:image/png,AAAA', 'https://evil.example/a.png'])
    expect(valid(other)).toBe(false);
});

async function saveLogo(portal: TestApp, logo: string | null) {
  const administrator = await signInAdministrator(portal);
  const address = '/api/admin/settings/club';
  const { value, version } = (await administrator.get(address)).body as { value: object; version: number };
  return administrator.put(address, { value: { ...value, logo }, version });
}

describeEachEngine('the club’s logo', (engine) => {
  it('is served by its hash, with a policy that runs nothing, until it is removed', async () => {
    const portal = await openTestApp(engine);
    const visitor = portal.visitor();
    const saved = await saveLogo(portal, svgUrl('<svg width="8" height="8"><title>A</title></svg>'));
    const clean = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"></svg>';
    expect(saved.body).toMatchObject({ value: { logo: svgUrl(clean) } });
    const [path = ''] = /\/logo\/[\da-f]{16}\.svg/.exec((await visitor.get('/login')).text) ?? [];
    const { status, text, headers } = await visitor.get(path);
    expect([status, text]).toEqual([200, clean]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    await saveLogo(portal, null);
    expect((await visitor.get(path)).status).toBe(404);
    expect((await visitor.get('/login')).text).toContain('"logo":null');
  });

  it('is refused at its field', async () => {
    const portal = await openTestApp(engine);
    expect(await saveLogo(portal, svgUrl('<svg viewBox="0 0 9 9"><script/></svg>'))).toMatchObject({
      status: 400,
      body: { field: 'value.logo', message: expect.stringContaining('<script>') },
    });
    expect(await saveLogo(portal, pngUrl(Buffer.alloc(100 * 1024)))).toMatchObject({ status: 400 });
    expect((await saveLogo(portal, pngUrl(Buffer.alloc(300 * 1024)))).status).toBe(413);
  });
});
