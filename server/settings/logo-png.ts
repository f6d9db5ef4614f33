import { crc32, inflateSync } from 'node:zlib';
import { logoLimits, logoTexts } from '#domain/logo.ts';
import { refusedSetting } from '#server/http/refusal.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The samples of a pixel, and the bits that each may have, by the colour type of the header. */
const colorTypes: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

/** The picture with the chunks that are needed to show it, each checked. Throws 400. */
export function cleanPng(file: Buffer): Buffer {
  const chunks = chunksOf(file);
  const header = chunks[0]?.type === 'IHDR' ? chunks[0].data : refuse();
  const size = sizeOf(header);
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
  if (inflatedSize(data, size) !== size) refuse();
  const colors = chunks.filter(({ type }) => type === 'PLTE' || type === 'tRNS');
  if (header[9] === 3 && colors[0]?.type !== 'PLTE') refuse();
  const kept = [{ type: 'IHDR', data: header }, ...colors, { type: 'IDAT', data }];
  return Buffer.concat([signature, ...[...kept, { type: 'IEND', data: Buffer.alloc(0) }].map(encode)]);
}

interface Chunk {
  type: string;
  data: Buffer;
}

/** The chunks up to the end, which has to be the end of the file. */
function chunksOf(file: Buffer): Chunk[] {
  if (!file.subarray(0, 8).equals(signature)) refuse();
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length || crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) refuse();
    const type = file.toString('latin1', at + 4, at + 8);
    // A chunk whose name begins with a capital letter is needed to read the picture.
    if (/^[A-Z]/.test(type) && !['IHDR', 'PLTE', 'IDAT', 'IEND'].includes(type)) refuse();
    chunks.push({ type, data: file.subarray(at + 8, end) });
    at = end + 4;
    if (type === 'IEND') return at === file.length ? chunks : refuse();
  }
  return refuse();
}

/** The bytes of the pixels that a header describes. */
function sizeOf(header: Buffer): number {
  if (header.length !== 13) refuse();
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, color = 0, ...methods] = header.subarray(8);
  const { samples, depths } = colorTypes[color] ?? refuse();
  // The last of the methods is interlacing.
  if (width === 0 || height === 0 || !depths.includes(depth) || methods.some((each) => each !== 0)) refuse();
  if (Math.max(width, height) > logoLimits.pixels) refuse(logoTexts.pixels(logoLimits.pixels));
  return height * (1 + Math.ceil((width * samples * depth) / 8));
}

/** The size of the data once inflated, which stops above `max`. Nothing may follow the data. */
function inflatedSize(data: Buffer, max: number): number {
  try {
    const inflated: unknown = inflateSync(data, { maxOutputLength: max, info: true });
    const { buffer, engine } = inflated as { buffer: Buffer; engine: { bytesWritten: number } };
    return engine.bytesWritten === data.length ? buffer.length : refuse();
  } catch {
    return refuse();
  }
}

function encode({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function refuse(reason: string = logoTexts.damaged): never {
  throw refusedSetting('logo', reason);
}
